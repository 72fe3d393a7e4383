import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string; readonly url: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Shares of a thread's busy time, the largest first. */
export interface ProfileShares {
  readonly busySeconds: number;
  readonly byPart: readonly (readonly [part: string, share: number])[];
}

/** Reads the profile of a process's main thread, by part of the code; undefined when there is none. */
export async function readProfile(folder: string, pid: number): Promise<ProfileShares | undefined> {
  const name = (await readdir(folder)).find((file) => new RegExp(`\\.${pid}\\.0\\..*\\.cpuprofile$`).test(file));
  if (name === undefined) return undefined;
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, at) => times.set(parts.get(id)!, (times.get(parts.get(id)!) ?? 0) + (timeDeltas[at] ?? 0)));
  times.delete('(idle)');
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  const byPart = [...times].map(([part, time]) => [part, time / busy] as const).sort((a, b) => b[1] - a[1]);
  return { busySeconds: busy / 1_000_000, byPart };
}

/** Names the part that a frame belongs to: a library of ours, another package, or Node itself. */
function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'engine';
  const ours = /\/((?:libs|apps)\/(?:adapters\/|services\/)?[a-z-]+)\/(?:dist\/)?(?:src|testing)\/([a-z-]+)/.exec(url);
  if (ours) return `${ours[1]}: ${ours[2]}`;
  const other = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url.slice(url.lastIndexOf('node_modules/')));
  if (other) return other[1]!;
  return url.startsWith('node:') ? url.replace(/^(node:(?:internal\/)?[a-z_0-9]+).*/, '$1') : url;
}
