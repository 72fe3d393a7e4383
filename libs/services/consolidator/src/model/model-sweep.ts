import { spaceKey, type UnitDecision } from '@total-recall/domain';
import type { SessionStore, SpacePlace } from '@total-recall/ports';
import type { OwnedPartition } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { DISCARDED } from './ask-model.ts';
import { editFacts } from './edit/edit-facts.ts';
import type { ExtractDeps, StageEnd } from './extract/extract-facts.ts';
import { extractFacts } from './extract/extract-facts.ts';
import { createFailingSessions } from './failing-sessions.ts';
import type { ModelSweepDeps } from './model-deps.ts';
import { createModelPurse, type SweepPurse } from './model-purse.ts';
import { reconcileFacts } from './reconcile/reconcile-facts.ts';
import { signalAt } from './signal-at.ts';
import { spentToday } from './spent-today.ts';
import { MODEL_ACTOR, sweepEntry } from '../sweep/sweep-entry.ts';

export interface ModelSweeps {
  /**
   * Asks the model about a space until nothing is left, a budget is used up, or a deadline passes. At most one runs on a
   * space; a second call resolves with `waits` at once. Never throws for what a model or its endpoint does. `asked` hears
   * of this call alone.
   */
  run(place: SpacePlace, owned: OwnedPartition, asked?: AskedSweep): Promise<StageEnd>;
  /** Ends the calls under way, and resolves when nothing runs. They are asked again by who sweeps next. */
  interrupt(): Promise<void>;
  /** Forgets what was spent for tenants that another process sweeps from now on. */
  forget(isGiven: (tenant: string) => boolean): void;
}

/** A sweep that somebody waits for. */
export interface AskedSweep {
  /** Time of the monotonic clock after which no question is asked. */
  readonly untilMs: number;
  /** Time after which one that is under way ends without its answer. */
  readonly endMs: number;
  readonly decided: (decision: UnitDecision) => void;
  /** Called with the reason where the model gave no usable answer. */
  readonly failed: (reason: string) => void;
}

export interface ModelSweepsDeps extends Omit<ModelSweepDeps, 'erasures'>, Pick<ConsolidatorDeps, 'scheduler'> {
  readonly sessions: Pick<SessionStore, 'spaces'>;
  readonly erasures: (tenant: string) => number;
  readonly unitsPerSpace: number;
  readonly decided: (decision: UnitDecision) => void;
}

const INTERRUPTED = new Error('The sweep was interrupted.');

export function createModelSweeps(deps: ModelSweepsDeps): ModelSweeps {
  const { language, clock } = deps;
  const purse = createModelPurse(language.budgets, clock);
  const failing = createFailingSessions(clock);
  const underWay = new Map<string, Promise<StageEnd>>();
  let interrupting = new AbortController();

  const sweep = async (place: SpacePlace, owned: OwnedPartition, asked?: AskedSweep): Promise<StageEnd> => {
    // An interrupt before the purse is open means this sweep, too.
    const { signal } = interrupting;
    const own = await purse.ofSweep(place.tenant, () => spentToday(deps, place.tenant));
    const late = asked && signalAt(deps, asked.endMs);
    const run: ExtractDeps = {
      ...(asked ? { ...deps, ...toldOf(deps, asked) } : deps),
      failing,
      owned,
      purse: asked ? until(own, clock, asked.untilMs) : own,
      signal,
      ...(late && { late: late.signal }),
      erasures: () => deps.erasures(place.tenant),
    };
    const ends = [];
    try {
      for (const stage of [extractFacts, reconcileFacts, editFacts]) {
        const end = await stage(run, place);
        if (end === 'stopped') return end;
        ends.push(end);
      }
      return ends.includes('waits') ? 'waits' : 'done';
    } finally {
      late?.cancel();
      await recordCost(deps, place, owned, own);
    }
  };
  return {
    run(place, owned, asked) {
      const key = spaceKey(place);
      if (underWay.has(key)) return Promise.resolve('waits');
      const running = sweep(place, owned, asked)
        .catch((error: unknown): StageEnd => {
          if (error !== INTERRUPTED) deps.observer.failed('model', error, place);
          return 'waits';
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, running);
      return running;
    },
    async interrupt() {
      interrupting.abort(INTERRUPTED);
      interrupting = new AbortController();
      await Promise.allSettled(underWay.values());
    },
    forget: (isGiven) => purse.forget(isGiven),
  };
}

/**
 * Writes down what answers cost that came to nothing, as their space had changed, the sweep was interrupted, or its time was over: it
 * counts in the day.
 */
async function recordCost(deps: ModelSweepsDeps, place: SpacePlace, owned: OwnedPartition, purse: SweepPurse): Promise<void> {
  const cost = purse.unrecorded();
  if (!cost) return;
  const { stage, calls, usage } = cost;
  const act = {
    type: 'ModelJudged',
    stage,
    model: deps.language.model.name,
    calls,
    ...usage,
    proposals: [],
    failure: DISCARDED,
  } as const;
  // Another process may own the ledger by now.
  await owned.append([sweepEntry(deps, place, act, MODEL_ACTOR)]).catch(() => undefined);
}

/** Tells also whoever waits for a sweep what it decided, and which questions failed. */
function toldOf({ decided, language }: ModelSweepsDeps, asked: AskedSweep): Pick<ModelSweepsDeps, 'decided' | 'language'> {
  const { observer } = language;
  return {
    decided: (decision) => {
      decided(decision);
      asked.decided(decision);
    },
    language: {
      ...language,
      observer: {
        ...observer,
        asked: (call) => {
          observer.asked(call);
          if (call.result !== 'answered' && call.result !== DISCARDED) asked.failed(call.result);
        },
      },
    },
  };
}

/** Shuts a purse at a time, for a caller who waits. */
function until(purse: SweepPurse, clock: Pick<ModelSweepDeps['clock'], 'monotonicMs'>, untilMs: number): SweepPurse {
  return { ...purse, take: (stage) => (clock.monotonicMs() >= untilMs ? 'sweepTime' : purse.take(stage)) };
}
