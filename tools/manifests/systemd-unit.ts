import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { run, MissingTool, findCommand } from '../servers/server-host.ts';
import { containerProblems } from './container.ts';

/** Pages of files come on top of the memory that the service keeps to (docs/memory.md). */
const ROOM_FOR_PAGES = 1.15;
/** Exposure that systemd may find at most, in tenths: 0 is sealed off, 100 is root. */
const MAX_EXPOSURE_TENTHS = 20;
const PROGRAM = /^ExecStart=\S+/m;
const MIB: Readonly<Record<string, number>> = { M: 1, G: 1024 };

/** Returns what is wrong with the settings of a unit: names that nothing reads, bad values, memory that leaves no room. */
export function unitProblems(unit: string): string[] {
  const env = Object.fromEntries([...unit.matchAll(/^Environment=([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('TOTAL_RECALL_')));
  const mounts = [/^LoadCredential=/m.test(unit) ? '%d' : '', '%S'].filter((mount) => mount !== '');
  // One machine serves itself, so the addresses of a container are no matter here.
  const addresses = { TOTAL_RECALL_HOST: '0.0.0.0', TOTAL_RECALL_OPS_HOST: '0.0.0.0' };
  const [, size, by] = /^MemoryMax=(\d+)([MG])$/m.exec(unit) ?? [];
  const limit = Number(size) * (MIB[by ?? ''] ?? 0);
  const keptTo = Number(own['TOTAL_RECALL_MEMORY_MB']);
  return [
    ...containerProblems({ name: 'the unit', program: 'cli', env: { ...own, ...addresses }, mounts }),
    ...(limit >= keptTo * ROOM_FOR_PAGES ? [] : [`the unit: MemoryMax is not 15 % above TOTAL_RECALL_MEMORY_MB (${keptTo}).`]),
  ];
}

/** Lets systemd itself read a unit and judge how it is confined; nothing is started. Throws with what it says. */
export async function analyzeUnit(unit: string): Promise<void> {
  const systemd = await findCommand('systemd-analyze');
  if (systemd === undefined) throw new MissingTool('systemd-analyze is not on this machine (Debian: the package systemd).');
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-unit-'));
  try {
    const file = join(folder, 'total-recall.service');
    // It wants a program that is there; ours is not installed where it is checked.
    await writeFile(file, unit.replace(PROGRAM, `ExecStart=${execPath}`));
    // It warns of what it does not understand, and goes on without it.
    const { stderr } = await run(systemd, ['verify', '--man=no', '--recursive-errors=no', file]);
    if (stderr.trim() !== '') throw new Error(stderr.trim());
    await run(systemd, ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE_TENTHS}`, file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
