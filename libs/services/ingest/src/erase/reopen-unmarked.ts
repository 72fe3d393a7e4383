import type { EraseDeps } from './erase-deps.ts';
import type { KnownErasures } from './known-erasures.ts';

interface ReopenDeps extends Pick<EraseDeps, 'clock' | 'observer'> {
  readonly keys: Pick<EraseDeps['keys'], 'erasureMark'>;
  readonly newId: (tenant: string) => string;
}

/**
 * Reopens the erasures that were completed after the last one that the keys have seen: the keys were put back from a
 * copy of before them, and open again what was erased. Where the ledger does not know that one, all are reopened. Keys
 * of an earlier program, which have seen none, are taken for those that did all.
 */
export async function reopenUnmarked({ keys, clock, newId, observer }: ReopenDeps, known: KnownErasures): Promise<void> {
  const { erasureMark } = keys;
  if (!erasureMark) return;
  const completions = known.completions();
  const last = [...completions.keys()].at(-1) ?? '';
  const mark = await erasureMark.read(known.partition);
  if (mark === last) return;
  if (mark !== undefined) {
    const seenUpTo = completions.get(mark) ?? 0;
    const unseen = known.all().filter(({ state, completedBy = 0 }) => state === 'done' && completedBy > seenUpTo);
    for (const { requested } of unseen) {
      const { id: erasureId, tenant } = requested;
      const act = { type: 'ErasureReopened', erasureId } as const;
      await known.append({ id: newId(tenant), tenant, at: clock.now(), actor: 'restore', act });
    }
    if (unseen.length > 0) observer.reopened(unseen.length);
  }
  // They stand in the ledger as open, so they are done again even if this process ends before that.
  await erasureMark.write(known.partition, last);
}
