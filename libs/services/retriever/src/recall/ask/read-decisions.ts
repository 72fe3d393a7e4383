import {
  endingSentences,
  otherTimeSentences,
  replacedSentences,
  statedSentences,
  withheldEvents,
  withheldEvidence,
  type EndingSentence,
  type RecallRequest,
  type ReplacedSentence,
  type SpaceUnits,
  type StatedSentence,
  type UnitEvidence,
} from '@total-recall/domain';
import { TotalRecallError, type Turn } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import { unitsCost } from '../../work-costs.ts';

/** Decisions about the memory of a space, as recall honours them. */
export interface Decisions {
  /** Events that a person withheld from recall by forgetting what they state. */
  readonly withheld: ReadonlySet<string>;
  /** Places in these events that state it. */
  readonly withheldAt: readonly Pick<UnitEvidence, 'session' | 'at'>[];
  /** Sentences that later statements replaced, by event; where a time is asked about, those of facts of other times. */
  readonly replaced: ReadonlyMap<string, readonly ReplacedSentence[]>;
  /** Sentences that say until when something is so, by event. */
  readonly ending: ReadonlyMap<string, readonly EndingSentence[]>;
  /** Sentences that state facts, with when these are true, by event. */
  readonly stated: ReadonlyMap<string, readonly StatedSentence[]>;
  /** The units that this was read from; absent where there are none. */
  readonly units?: SpaceUnits;
}

const NO_DECISIONS: Decisions = { withheld: new Set(), withheldAt: [], replaced: new Map(), ending: new Map(), stated: new Map() };

const held = new WeakMap<SpaceUnits, Decisions>();

type Moment = Pick<RecallRequest, 'tenant' | 'space' | 'asOf' | 'validAt' | 'atEntry'>;

/**
 * Reads what was decided about the space of a request, as of its moment. What is made for this request alone spends its
 * turn. Errors: `not_found` for an entry of another space, and those of `turn.spend`.
 */
export async function readDecisions(
  { units }: Pick<RetrieverDeps, 'units'>,
  request: Moment,
  turn?: Pick<Turn, 'spend'>,
): Promise<Decisions> {
  const { asOf, validAt, atEntry } = request;
  const state = await unitsFor(units, request, turn);
  if (state === undefined || state.units.size + state.groups.size === 0) return NO_DECISIONS;
  // A state of the past is made for each request, and nothing that is read from it is kept.
  if (atEntry !== undefined) await turn?.spend(unitsCost(state));
  const decisions = decisionsIn(state);
  if (asOf === undefined && validAt === undefined) return decisions;
  await turn?.spend(unitsCost(state));
  const known = asOf === undefined ? {} : { asOf };
  const replaced = validAt === undefined ? replacedSentences(state, known) : otherTimeSentences(state, { ...known, validAt });
  return { ...decisions, replaced, ...(asOf !== undefined && { stated: statedSentences(state, known) }) };
}

async function unitsFor(
  units: RetrieverDeps['units'],
  { tenant, space, atEntry }: Moment,
  turn: Pick<Turn, 'spend'> | undefined,
): Promise<SpaceUnits | undefined> {
  if (atEntry === undefined) return units?.of(tenant, space);
  if (units?.at === undefined) throw new TotalRecallError('not_implemented', 'atEntry: this service has no ledger of decisions.');
  return units.at({ tenant, space }, atEntry, turn);
}

/** Forgotten events stay forgotten at every moment of the events' own times. */
function decisionsIn(state: SpaceUnits): Decisions {
  const before = held.get(state);
  if (before) return before;
  const decisions = {
    withheld: withheldEvents(state),
    withheldAt: withheldEvidence(state),
    replaced: replacedSentences(state),
    ending: endingSentences(state),
    stated: statedSentences(state),
    units: state,
  };
  held.set(state, decisions);
  return decisions;
}
