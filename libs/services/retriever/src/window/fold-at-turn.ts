import { createSessionFold, emptySession, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { WindowDeps } from './window-deps.ts';

const PAGE = 500;

/** Folds the session again from its accepted events up to the end of a turn. Source: W6. */
export async function foldAtTurn(deps: Pick<WindowDeps, 'index' | 'sealer'>, address: SessionAddress, turn: number): Promise<SessionState> {
  const fold = createSessionFold(emptySession(address));
  for (let fromOrdinal = 1; ; fromOrdinal += PAGE) {
    const events = await deps.index.sessionEvents({ ...address, fromOrdinal, limit: PAGE });
    const records = await deps.sealer.openAll(events.map((event) => event.record));
    for (const [at, record] of records.entries()) {
      if (events[at]!.accepted.turn > turn) return fold.state();
      fold.add(record);
    }
    if (events.length < PAGE) return fold.state();
  }
}
