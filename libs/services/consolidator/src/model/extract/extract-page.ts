import type { UnitMarks } from '@total-recall/runtime';
import type { JudgedProposal, SpaceUnits, StatedFact, Unit, UnitDecision } from '@total-recall/domain';
import type { ModelMessage, ModelUsage, SpacePlace } from '@total-recall/ports';
import { readEvents } from '../../facts/read-sources.ts';
import { reachIn, statedAt } from '../../facts/stated-at.ts';
import { askModel, type AskDeps, type AskedAnswer } from '../ask-model.ts';
import type { ModelSweepDeps } from '../model-deps.ts';
import {
  EXTRACTION_INSTRUCTIONS,
  extractionAnswer,
  knownText,
  MOST_TURNS,
  pageText,
  type ExtractionAnswer,
} from './extraction-question.ts';
import { decideHeld, judgeFacts, type KnownOfKey } from './judge-facts.ts';
import type { ExtractionPage } from './read-extraction-page.ts';

export type StageDeps = ModelSweepDeps & AskDeps;

/** Units of one key that a fact is held against, the latest. */
const MOST_COMPARED = 64;
/** Facts that are shown where a model asks what is known, and characters of each. */
const MOST_KNOWN = 20;
const KNOWN_CHARS = 300;
/** Facts that are searched for these, the latest. */
const MOST_SEARCHED = 500;

/** Turns of one page: what they cost, and the last answer. */
export interface PageTurns {
  readonly calls: number;
  readonly usage: ModelUsage;
  readonly answer: AskedAnswer<ExtractionAnswer>;
}

/** Asks for the facts of a page, and shows what is known where the model asks for it, in at most `MOST_TURNS` turns. */
export async function askForFacts(deps: StageDeps, place: SpacePlace, page: ExtractionPage, state: SpaceUnits): Promise<PageTurns> {
  const messages: ModelMessage[] = [{ role: 'user', text: pageText(page.events) }];
  const question = { stage: 'extract', name: 'facts', instructions: EXTRACTION_INSTRUCTIONS, schema: extractionAnswer } as const;
  let usage: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  for (let turn = 1; ; turn += 1) {
    const answer = await askModel(deps, { ...question, messages });
    if (answer.kind !== 'spent') {
      const { inputTokens, outputTokens } = answer.usage;
      usage = { inputTokens: usage.inputTokens + inputTokens, outputTokens: usage.outputTokens + outputTokens };
    }
    const asksMore = answer.kind === 'answered' && answer.value.reads.length > 0 && turn < MOST_TURNS;
    if (!asksMore) return { calls: answer.kind === 'spent' ? turn - 1 : turn, usage, answer };
    const known = await knownAbout(deps, place, page, { state, queries: answer.value.reads });
    // The model gets back what it said as it was read, so that nothing else of its answer comes again.
    messages.push(
      { role: 'assistant', text: JSON.stringify(answer.value) },
      { role: 'user', text: knownText(known, turn + 1 === MOST_TURNS) },
    );
  }
}

/** Sentences of current facts that hold all words of one of the queries, of those that the page's persons may see. */
async function knownAbout(
  deps: StageDeps,
  place: SpacePlace,
  page: ExtractionPage,
  { state, queries }: { readonly state: SpaceUnits; readonly queries: readonly string[] },
): Promise<string[]> {
  const wanted = queries.map((query) => query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((words) => words.length > 0);
  const persons = new Set(page.events.map(({ source }) => source.subject));
  const units = [...state.units.values()].filter(({ status }) => status.is === 'current').slice(-MOST_SEARCHED);
  const places = units.map(({ evidence }) => evidence[0]!);
  const ids = places.map(({ eventId }) => eventId);
  const sources = await readEvents(deps, place, ids, { charsOf: reachIn(places) });
  const known: string[] = [];
  for (const { evidence, audience } of units) {
    const { eventId, from, to } = evidence[0]!;
    const source = sources.get(eventId)?.source;
    if (!source || (audience !== undefined && !persons.has(source.subject))) continue;
    const text = source.text.slice(from, to).slice(0, KNOWN_CHARS);
    const low = text.toLowerCase();
    if (wanted.some((words) => words.every((word) => low.includes(word)))) known.push(text);
    if (known.length >= MOST_KNOWN) break;
  }
  return known;
}

/** Returns the entries that an answer becomes: its decisions by event, so that each can be undone alone, and the judgement. */
export async function judgedEntries(
  deps: StageDeps,
  place: SpacePlace,
  {
    page,
    answer,
    state,
    marks,
    room,
  }: {
    readonly page: ExtractionPage;
    readonly answer: ExtractionAnswer;
    readonly state: SpaceUnits;
    readonly marks: UnitMarks;
    readonly room: number;
  },
): Promise<{ readonly decisions: readonly (readonly UnitDecision[])[]; readonly proposals: readonly JudgedProposal[] }> {
  const judged = judgeFacts({ reader: deps.reader, marks }, page, answer.facts);
  const keys = new Set(judged.flatMap((one) => ('fact' in one ? one.fact.unit.key : [])));
  const known = await statedByKey(deps, place, state, keys);
  const knownOf = (key: string): readonly KnownOfKey[] => known.get(key) ?? [];
  const { decisions, proposals } = decideHeld(deps, judged, { state, knownOf, room });
  const byEvent = Map.groupBy(decisions, (one) => (one.do === 'add' ? one.unit : one).evidence.eventId);
  return { decisions: [...byEvent.values()], proposals };
}

async function statedByKey(
  deps: StageDeps,
  place: SpacePlace,
  { units }: SpaceUnits,
  keys: ReadonlySet<string>,
): Promise<Map<string, KnownOfKey[]>> {
  const byKey = Map.groupBy(
    [...units.values()].filter(({ key }) => keys.has(key)),
    ({ key }) => key,
  );
  const compared = [...byKey.values()].flatMap((own) => own.toSorted((a, b) => b.knownAt - a.knownAt).slice(0, MOST_COMPARED));
  const said = await statementsOf(deps, place, compared);
  return Map.groupBy(
    compared.flatMap((unit) => {
      const stated = said.get(unit.id);
      return stated ? [{ unit, stated }] : [];
    }),
    ({ unit }) => unit.key,
  );
}

async function statementsOf(deps: StageDeps, place: SpacePlace, units: readonly Unit[]): Promise<Map<string, StatedFact>> {
  const places = units.map(({ evidence }) => evidence[0]!);
  const ids = places.map(({ eventId }) => eventId);
  const sources = await readEvents(deps, place, ids, { charsOf: reachIn(places) });
  const said = new Map<string, StatedFact>();
  for (const { id, label, evidence } of units) {
    const stated = statedAt(sources.get(evidence[0]!.eventId), label, evidence[0]!);
    if (stated) said.set(id, stated);
  }
  return said;
}
