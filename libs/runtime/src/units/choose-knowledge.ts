import {
  factLine,
  fitKnowledge,
  isFor,
  KNOWLEDGE_LIMITS,
  timesOf,
  unitsToShow,
  withheldEvents,
  type ChosenFact,
  type FactLine,
  type FittedKnowledge,
  type KnowledgeChoice,
  type SessionAddress,
  type SpaceUnits,
  type UnitToShow,
} from '@total-recall/domain';
import type { KeyStore, MemoryIndex, Sealer, TokenCounter } from '@total-recall/ports';
import type { ContentReader } from '../content/content-reader.ts';
import { openUnitMarks } from './unit-marks.ts';
import type { UnitReader } from './unit-reader.ts';

export interface KnowledgeDeps {
  readonly units: UnitReader;
  readonly index: Pick<MemoryIndex, 'events' | 'sessionEvents'>;
  readonly sealer: Pick<Sealer, 'openAll'>;
  readonly content: Pick<ContentReader, 'start'>;
  readonly keys: Pick<KeyStore, 'spaceKey'>;
  readonly tokens: Pick<TokenCounter, 'countNow'>;
}

export interface KnowledgeRequest {
  /** The session, with the ordinal of its last event. */
  readonly session: SessionAddress & { readonly ordinal: number };
  /** The choice that its windows have shown so far. */
  readonly before?: KnowledgeChoice | undefined;
  /** Facts must be true at this time, in epoch milliseconds. */
  readonly at: number;
  readonly family: string;
  readonly budgetTokens: number;
}

export interface ChosenKnowledge extends Pick<FittedKnowledge, 'text'> {
  readonly choice: KnowledgeChoice;
}

/** Units whose events are opened at a time until the budget is full. */
const OPENED_AT_ONCE = 32;
const EVENTS_A_PAGE = 500;

/**
 * Chooses the facts that the windows of a session show: those that hold, that its reader may see, the most important
 * ones that fit the budget, each whole. Undefined where not one does. Errors: those of the stores.
 */
export async function chooseKnowledge(deps: KnowledgeDeps, request: KnowledgeRequest): Promise<ChosenKnowledge | undefined> {
  const { session, before, at, family, budgetTokens } = request;
  const state = budgetTokens > 0 ? await deps.units.of(session.tenant, session.space) : undefined;
  if (state === undefined || state.units.size === 0) return undefined;
  const all = unitsToShow(state, at, withheldEvents(state));
  const reader = await readerOf(deps, session, before, state);
  const units = all.filter(({ unit }) => isFor(unit, reader.audience));
  const read: ReadFact[] = [];
  let ordered: readonly ReadFact[] = [];
  let fitted: FittedKnowledge | undefined;
  const most = Math.min(units.length, KNOWLEDGE_LIMITS.candidates);
  for (let from = 0; from < most; from += OPENED_AT_ONCE) {
    read.push(...(await readFacts(deps, session, units.slice(from, Math.min(most, from + OPENED_AT_ONCE)))));
    // The time of an import is no sign that something was said lately.
    const timed = read.filter(({ line }) => line.isUntimed !== true);
    ordered = [...timed, ...read.filter(({ line }) => line.isUntimed === true)];
    fitted = fitKnowledge(
      ordered.map(({ line }) => line),
      { left: units.length - ordered.length, budgetTokens, countTokens: (text) => deps.tokens.countNow(family, text) },
    );
    if (fitted !== undefined && fitted.shown < timed.length) break;
  }
  if (fitted === undefined) return undefined;
  const { shown, left, text, tokens } = fitted;
  const facts = ordered.slice(0, shown).map(({ fact }) => fact);
  return { choice: { facts, left, tokens, ...reader }, text };
}

interface ReadFact {
  readonly fact: ChosenFact;
  readonly line: FactLine;
}

/** Reads what units say. Those whose event is gone, or is labelled as sensitive, are left out. */
async function readFacts(
  { index, sealer, content }: Pick<KnowledgeDeps, 'index' | 'sealer' | 'content'>,
  { tenant, space }: SessionAddress,
  units: readonly UnitToShow[],
): Promise<ReadFact[]> {
  const ids = [...new Set(units.map(({ evidence }) => evidence.eventId))];
  const events = (await index.events(tenant, space, ids)).filter((event) => event !== undefined);
  const records = await sealer.openAll(events.map(({ record }) => record));
  const opened = new Map(records.map((record, at) => [record.envelope.id, { record, ordinal: events[at]!.accepted.ordinal }]));
  const read = await Promise.all(
    units.map(async ({ unit, evidence }) => {
      const source = opened.get(evidence.eventId);
      if (source === undefined || typeof source.record.body === 'string') return undefined;
      const { eventId, session, from, to } = evidence;
      const fact: ChosenFact = { unit: unit.id, label: unit.label, eventId, session, ordinal: source.ordinal, from, to };
      const line = factLine(fact, timesOf(unit, evidence), {
        body: source.record.body,
        fullText: await content.start(source.record.envelope, source.record.body, to),
      });
      return line && { fact, line };
    }),
  );
  return read.filter((one) => one !== undefined);
}

type Reader = Pick<KnowledgeChoice, 'audience' | 'isShared' | 'namedThrough'>;

/**
 * Returns whose private facts a session may show: those of the one person whom its events name (`meta.subject`). Where several
 * are named, or it is too long to know, nobody's. Events are read once, and only where something is private.
 */
async function readerOf(
  deps: Pick<KnowledgeDeps, 'index' | 'sealer' | 'keys'>,
  session: KnowledgeRequest['session'],
  before: KnowledgeChoice | undefined,
  state: Pick<SpaceUnits, 'units'>,
): Promise<Reader> {
  const { audience, isShared = false, namedThrough = 0 } = before ?? {};
  const known: Reader = { ...(audience !== undefined && { audience }), ...(isShared && { isShared }), namedThrough };
  if (isShared || !state.units.values().some((unit) => unit.audience !== undefined)) return known;
  if (session.ordinal - namedThrough > KNOWLEDGE_LIMITS.namingEvents) return { isShared: true, namedThrough };
  const names = await namesIn(deps, session, namedThrough);
  const marks = names.size === 0 ? undefined : await openUnitMarks(deps, session);
  const named = new Set([...(audience === undefined ? [] : [audience]), ...[...names].map((name) => marks!.subject(name))]);
  if (named.size > 1) return { isShared: true, namedThrough: session.ordinal };
  const [only] = named;
  return { ...(only !== undefined && { audience: only }), namedThrough: session.ordinal };
}

/** Names the persons of the events behind an ordinal. */
async function namesIn(
  { index, sealer }: Pick<KnowledgeDeps, 'index' | 'sealer'>,
  { tenant, space, session, ordinal }: KnowledgeRequest['session'],
  behind: number,
): Promise<Set<string>> {
  const names = new Set<string>();
  for (let from = behind + 1; from <= ordinal && names.size < 2; from += EVENTS_A_PAGE) {
    const toOrdinal = Math.min(ordinal, from + EVENTS_A_PAGE - 1);
    const events = await index.sessionEvents({ tenant, space, session, fromOrdinal: from, toOrdinal, limit: EVENTS_A_PAGE });
    for (const { body } of await sealer.openAll(events.map(({ record }) => record)))
      if (typeof body !== 'string' && body.meta.subject !== undefined) names.add(body.meta.subject.toLowerCase());
  }
  return names;
}
