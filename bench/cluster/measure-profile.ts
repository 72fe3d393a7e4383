import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { value } from '../measure/figures.ts';
import type { ClusterRun } from './measure-cluster.ts';
import { openFleet } from './open-fleet.ts';
import { readProfile } from './read-profile.ts';

const PARTS = 14;
const SERVICES = ['ingest', 'gateway'] as const;

/** Profiles the main threads of ingest and gateway while events arrive as fast as possible. */
export async function measureProfile(run: ClusterRun): Promise<void> {
  const profiles = join(run.folder, 'profiles');
  await mkdir(profiles, { recursive: true });
  const open = await openFleet({ ...run, profiles });
  const pids = SERVICES.map((name) => open.cluster.services[name].pid);
  try {
    await open.load.fill(run.events);
    await open.load.settle();
  } finally {
    await open.stop();
  }
  for (const [at, name] of SERVICES.entries()) {
    const shares = await readProfile(profiles, pids[at]!);
    if (!shares) throw new Error(`${name} left no profile.`);
    const figures = shares.byPart.slice(0, PARTS).map(([part, share]) => value(part, '% of the busy time', [share * 100]));
    const title = `Profile of the main thread of ${name}, its start and end included, busy for ${shares.busySeconds.toFixed(0)} s`;
    await run.keep({ title, figures });
  }
}
