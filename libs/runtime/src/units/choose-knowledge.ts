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
  type NoteTools,
  type SessionAddress,
  type UnitToShow,
} from '@total-recall/domain';
import type { KeyStore, MemoryIndex, Sealer, TokenCounter } from '@total-recall/ports';
import type { ContentReader } from '../content/content-reader.ts';
import { readerOfSession } from './reader-of-session.ts';
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
  /** Tools that the text names; those that windows declare where absent. */
  readonly tools?: NoteTools;
}

export interface ChosenKnowledge extends Pick<FittedKnowledge, 'text'> {
  readonly choice: KnowledgeChoice;
}

/** Units whose events are opened at a time until the budget is full. */
const OPENED_AT_ONCE = 32;

/**
 * Chooses the facts that the windows of a session show: those that hold, that its reader may see, the most important
 * ones that fit the budget, each whole. Undefined where not one does. Errors: those of the stores.
 */
export async function chooseKnowledge(deps: KnowledgeDeps, request: KnowledgeRequest): Promise<ChosenKnowledge | undefined> {
  const { session, before, at, family, budgetTokens, tools } = request;
  const state = budgetTokens > 0 ? await deps.units.of(session.tenant, session.space) : undefined;
  if (state === undefined || state.units.size === 0) return undefined;
  const all = unitsToShow(state, at, withheldEvents(state));
  const reader = await readerOfSession(deps, { session, before, state });
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
      {
        left: units.length - ordered.length,
        budgetTokens,
        countTokens: (text) => deps.tokens.countNow(family, text),
        ...(tools && { tools }),
      },
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
