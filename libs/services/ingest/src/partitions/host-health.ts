import type { Health } from '@total-recall/runtime';
import type { Partition } from './partition.ts';
import type { RoleState } from './partition-role.ts';
import type { Stall } from './stall-watch.ts';

const NAMED_OFFSETS = 10;

/**
 * Sums up the states of all roles. A role that ended makes the service unready, records that were set aside and
 * projectors that stand still make it degraded, and missing vectors are only said.
 */
export function healthOf(partitions: readonly Partition[], isStarted: boolean, stalls: readonly Stall[] = []): Health {
  const failed = partitions.filter((partition) => statesOf(partition).some(({ failure }) => failure !== undefined));
  if (failed.length > 0)
    return { ready: false, detail: `the projector of partition ${failed.map(({ number }) => number).join(', ')} stopped` };
  if (!isStarted) return { ready: false, detail: 'not started' };
  const aside = partitions.flatMap((partition) => statesOf(partition).flatMap((state) => describeAside(partition.number, state)));
  const behind = partitions.flatMap(statesOf).reduce((sum, state) => sum + (state.behind ?? 0), 0);
  const late = behind === 0 ? '' : `; ${behind} records have no vectors yet`;
  const faults = [...stalls.map(describeStall), ...aside];
  if (faults.length > 0) return { ready: true, isDegraded: true, detail: `degraded: ${faults.join('; ')}${late}` };
  return late === '' ? { ready: true } : { ready: true, detail: `ok${late}` };
}

function statesOf(partition: Partition): RoleState[] {
  return partition.roles().flatMap((role) => role.state?.() ?? []);
}

function describeStall({ partition, folded, end, since }: Stall): string {
  const waiting = `${end - folded} records of partition ${partition} wait from offset ${folded + 1} on`;
  return `${waiting}, and nothing was folded since ${new Date(since).toISOString()}; the log names the error, or start it anew`;
}

/** Counts the records that were set aside and names the first of them. */
function describeAside(partition: number, { aside = [] }: RoleState): string[] {
  if (aside.length === 0) return [];
  const named = aside.slice(0, NAMED_OFFSETS).join(', ');
  const more = aside.length > NAMED_OFFSETS ? ', ...' : '';
  return [`${aside.length} records of partition ${partition} are set aside, at offsets ${named}${more}`];
}
