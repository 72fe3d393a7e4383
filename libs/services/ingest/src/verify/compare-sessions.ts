import { isDeepStrictEqual } from 'node:util';
import { FOLD_VERSION, type SessionState } from '@total-recall/domain';
import { walkSessions } from '@total-recall/runtime';
import { isDamaged, plain } from './compare-events.ts';
import type { VerifyDeps } from './verify-deps.ts';
import type { Findings, VerifyFault } from './verify-report.ts';

/** A session as folded from the log. */
export interface FoldedSession {
  readonly state: SessionState;
  /** True when no event of it was erased after it was folded. Otherwise the saved state has more than a new fold. */
  readonly isComparable: boolean;
}

/**
 * Compares the saved state of a session with its fold, field by field, because a store may change the order of fields.
 * Returns `moving` if the state was written meanwhile.
 */
export async function compareSession(
  { index, sessions }: Pick<VerifyDeps, 'index' | 'sessions'>,
  findings: Findings,
  { partition, folded }: { readonly partition: number; readonly folded: number },
  { state, isComparable }: FoldedSession,
): Promise<'compared' | 'moving'> {
  const { tenant, space, session, offset } = state;
  const report = (fault: VerifyFault): void =>
    findings.add({ kind: 'sessions', fault, remedy: 'fill_anew', partition, tenant, space, session, offset });
  const saved = await sessions.load({ tenant, space, session }).catch((error: unknown) => {
    if (!isDamaged(error)) throw error;
    return 'damaged' as const;
  });
  if (saved !== 'damaged' && saved !== undefined && saved.offset > offset) return 'moving';
  findings.checked('sessions');
  if (saved === 'damaged' || saved === undefined) report(saved === undefined ? 'missing' : 'damaged');
  else if (isComparable && saved.foldVersion === FOLD_VERSION && !isDeepStrictEqual(plain(saved), plain(state))) report('differs');
  const beyond = await index.sessionEvents({ tenant, space, session, fromOrdinal: state.ordinal + 1, limit: 1 }).catch(() => []);
  for (const { record } of beyond) {
    // Events past the mark may already be in the index.
    if (record.position.offset > folded) continue;
    findings.add({
      kind: 'events',
      fault: 'unknown',
      remedy: 'fill_anew',
      partition,
      tenant,
      space,
      session,
      offset: record.position.offset,
      eventId: record.envelope.id,
    });
  }
  return 'compared';
}

/** Finds saved sessions that are not in the log. */
export async function findUnknownSessions(
  { sessions }: Pick<VerifyDeps, 'sessions'>,
  findings: Findings,
  known: ReadonlySet<string>,
  { tenant, space }: { readonly tenant: string; readonly space: string },
): Promise<void> {
  for await (const { session, offset } of walkSessions(sessions, { tenant, space }))
    if (!known.has(JSON.stringify([tenant, space, session])))
      findings.add({ kind: 'sessions', fault: 'unknown', remedy: 'fill_anew', tenant, space, session, offset });
}
