import { emptySession, overWindow, sessionKey, type SessionPolicy, type SessionState, type WindowRequest } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import { positionIn } from '../position-in.ts';
import { foldFromLog, type FoldFromLogLimits, type LoadedSession } from '../read/fold-from-log.ts';
import type { FoldWait } from '../read/fold-wait.ts';
import { foldedSession, isErasedAt } from '../read/folded-session.ts';
import { erased } from '../read/views.ts';
import { foldAtTurn } from './fold-at-turn.ts';
import type { WindowConfig, WindowDeps } from './window-deps.ts';

/**
 * Loads the state that a window shows: folded up to the log's end, or as of the turn that the request names. Waits,
 * bounded, for the fold, and for a compaction that is under way. Where nobody folds its partition into what is read here,
 * as during a release, it is folded from the log. Errors: `not_caught_up`, `erased`, `invalid_position`.
 */
export async function loadState(
  deps: WindowDeps & { readonly wait: FoldWait },
  config: WindowConfig & FoldFromLogLimits,
  request: WindowRequest,
  policy: SessionPolicy,
): Promise<LoadedSession> {
  if (request.atTurn !== undefined) return loadAtTurn(deps, config, request, request.atTurn);
  const key = sessionKey(request);
  const partition = deps.log.partitionOf(key);
  const offset =
    request.after === undefined ? await deps.log.lastOffset(key) : (await positionIn(deps.log, request.after, partition)).offset;
  if (offset >= 0 && !(await deps.wait.untilFolded(deps.marks, partition, offset))) {
    const loaded = await foldFromLog(deps, config, request, Math.max(offset, await deps.log.lastOffset(key)));
    if (!loaded) throw notFolded();
    if (loaded.state.ordinal === 0 && (await isErasedAt(deps, key, offset))) throw erased('session');
    deps.observer.foldedFromLog?.();
    return loaded;
  }
  const load = async () => (await deps.sessions.load(request)) ?? emptySession(request);
  let state = await load();
  const end = (await mayShowSoon(deps, policy, state)) ? await deps.log.lastOffset(key) : offset;
  if (end > offset && (await deps.marks.waitFor(partition, end, 'folded', config.compactionTimeoutMs))) state = await load();
  if (state.ordinal === 0 && offset >= 0 && (await isErasedAt(deps, key, offset))) throw erased('session');
  // A decision of the projector is in the log before its batch counts as folded. So when a session over its window has
  // more log, a compaction may be in it. When it has none, as after a policy shrank, waiting would not help.
  const untilMs = deps.clock.monotonicMs() + config.compactionTimeoutMs;
  for (let folded = offset; overWindow(state, policy); state = await load()) {
    const end = await deps.log.lastOffset(key);
    const leftMs = untilMs - deps.clock.monotonicMs();
    if (end <= folded || leftMs <= 0) break;
    await deps.marks.waitFor(partition, end, 'folded', leftMs);
    folded = end;
  }
  return { state };
}

/** Loads the state as of the end of a turn, from an index that has all of the session's log. */
async function loadAtTurn(
  deps: WindowDeps & { readonly wait: FoldWait },
  limits: FoldFromLogLimits,
  request: WindowRequest,
  turn: number,
): Promise<LoadedSession> {
  const key = sessionKey(request);
  if (request.after !== undefined) await positionIn(deps.log, request.after, deps.log.partitionOf(key));
  if ((await deps.log.lastOffset(key)) < 0) return { state: await foldAtTurn(deps, request, turn) };
  const { index, fromLog } = await foldedSession(deps, limits, request);
  return { state: await foldAtTurn({ ...deps, index }, request, turn), ...(fromLog && { fromLog }) };
}

const notFolded = (): TotalRecallError =>
  new TotalRecallError(
    'not_caught_up',
    'The window cannot be assembled: its session is not folded up to the log end yet. Try again shortly.',
    {
      retryAfterMs: 500,
    },
  );

/** Returns true where what a session shows of what is known may be in the log already, and is not folded yet. */
async function mayShowSoon({ units }: WindowDeps, { budgets }: SessionPolicy, state: SessionState): Promise<boolean> {
  const { tenant, space, ordinal, cycle, knowledge } = state;
  if (!units || budgets.knowledge === 0 || ordinal === 0 || cycle > 0 || knowledge) return false;
  const known = await units.of(tenant, space).catch(() => undefined);
  return known !== undefined && known.units.size > 0;
}
