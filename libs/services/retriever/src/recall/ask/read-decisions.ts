import {
  endingSentences,
  replacedSentences,
  withheldEvents,
  withheldEvidence,
  type EndingSentence,
  type RecallRequest,
  type ReplacedSentence,
  type SpaceUnits,
  type UnitEvidence,
} from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';

/** Decisions about the memory of a space, as recall honours them. */
export interface Decisions {
  /** Events that a person withheld from recall by forgetting what they state. */
  readonly withheld: ReadonlySet<string>;
  /** Places in these events that state it. */
  readonly withheldAt: readonly Pick<UnitEvidence, 'session' | 'at'>[];
  /** Sentences that later statements replaced, by event. */
  readonly replaced: ReadonlyMap<string, readonly ReplacedSentence[]>;
  /** Sentences that say until when something is so, by event. */
  readonly ending: ReadonlyMap<string, readonly EndingSentence[]>;
}

const NO_DECISIONS: Decisions = { withheld: new Set(), withheldAt: [], replaced: new Map(), ending: new Map() };

const known = new WeakMap<SpaceUnits, Decisions>();

/** Reads what was decided about the space of a request, as of its moment. */
export async function readDecisions(
  { units }: Pick<RetrieverDeps, 'units'>,
  { tenant, space, asOf }: Pick<RecallRequest, 'tenant' | 'space' | 'asOf'>,
): Promise<Decisions> {
  const state = await units?.of(tenant, space);
  if (state === undefined || state.units.size === 0) return NO_DECISIONS;
  if (asOf !== undefined) return { ...decisionsNow(state), replaced: replacedSentences(state, { asOf }) };
  return decisionsNow(state);
}

/** Forgotten events stay forgotten at every moment. */
function decisionsNow(state: SpaceUnits): Decisions {
  const before = known.get(state);
  if (before) return before;
  const withheldAt = withheldEvidence(state);
  const decisions = { withheld: withheldEvents(state), withheldAt, replaced: replacedSentences(state), ending: endingSentences(state) };
  known.set(state, decisions);
  return decisions;
}
