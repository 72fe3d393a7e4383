import { standingFit, standingOfFact, type Standing, type StandingFit, type Unit } from '@total-recall/domain';
import { bytesCost, packedCost } from '../../work-costs.ts';
import type { Question } from '../ask/read-question.ts';
import { openEvents, type OpenedEvent } from '../open/open-events.ts';
import { unranked, type MergedEvent } from '../rank/merge-queries.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { currentStatements, type CurrentStatement } from './current-statements.ts';
import { standingReader } from './standing-reader.ts';
import { byteRangeOf, type ByteRange } from '../open/byte-range.ts';

/** An event that states how somebody wants things done, or what he likes. */
export interface StandingEvent {
  readonly opened: OpenedEvent;
  /** Part of its text that is shown. */
  readonly range: ByteRange;
}

/** Most facts that are looked at in one recall. */
const READ = 48;
/** Most statements that come with an answer, and of these by how they bear on the request, in this order. */
const COME = 6;
const MOST: Readonly<Record<StandingFit, number>> = { near: 4, general: 2, open: 3, apart: 0 };
const FITS = ['near', 'general', 'open', 'apart'] as const satisfies readonly StandingFit[];
/** A longer sentence is no statement that comes unasked; a message up to this length is shown whole. */
const MAX_CHARS = 400;
/** Kinds of events in which a user or his program states something for later. */
const STATING: ReadonlySet<string> = new Set(['user_message', 'constraint', 'knowledge']);
/** Words of requests and of standing statements that tell nothing of what they are about. */
const UNTELLING =
  'please kindly want wants need needs like likes love prefer help give make use always never remember tonight today tomorrow ' +
  'bitte immer gern siempre favor toujours';

/** The standing of facts beyond their moment, once it was read. It holds no content. */
const standings = new WeakMap<Unit, Standing | 'none'>();

/**
 * Finds the evidence of facts that say how an output has to be, where one is asked for: those that hold, that the asking
 * session may see, and that bear on the request by a topic, a word or nearness of vectors; behind them a few of which
 * nothing tells whether they do. Source: ADR 0269.
 */
export async function findStanding(
  run: RecallRun,
  question: Question,
  { queries, ranking }: Pick<FoundEvents, 'queries' | 'ranking'>,
): Promise<StandingEvent[]> {
  const { deps, turn } = run;
  const { request, decisions, filter } = question;
  const state = decisions.units;
  if (state === undefined || (filter.kinds !== undefined && !filter.kinds.some((kind) => STATING.has(kind)))) return [];
  const audience = await standingReader(deps, question, state);
  const moment = request.asOf ?? deps.clock.now();
  const current = currentStatements(state, { moment, asOf: request.asOf, audience, withheld: decisions.withheld });
  await turn.spend(packedCost(current.length / 8));
  const ranked = new Map(ranking.map((event) => [event.eventId, event]));
  const isFound = ({ evidence }: CurrentStatement): boolean =>
    (ranked.get(evidence.eventId)?.sources ?? []).some((one) => one !== 'neighbour');
  const scoreOf = (one: CurrentStatement): number => (isFound(one) ? ranked.get(one.evidence.eventId)!.score : -Infinity);
  const looked = current
    .filter(({ unit }) => standings.get(unit) !== 'none')
    .map((one) => ({ ...one, score: scoreOf(one) }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .slice(0, READ);
  const read = await readStatements(run, question, looked, ranked);
  await turn.spend(bytesCost(read.reduce((sum, { sentence }) => sum + sentence.length, 0)));
  return choose(read.map((one) => ({ ...one, fit: fitOf(run, question, queries, one) })));
}

interface ReadStatement extends StandingEvent {
  readonly sentence: string;
  readonly standing: Standing;
}

/** Opens the events of facts and keeps those that say something beyond their moment, each event once. */
async function readStatements(
  run: RecallRun,
  question: Question,
  statements: readonly CurrentStatement[],
  ranked: ReadonlyMap<string, MergedEvent>,
): Promise<ReadStatement[]> {
  const ids = [...new Set(statements.map(({ evidence }) => evidence.eventId))];
  const events = await openEvents(
    run,
    question,
    ids.map((eventId) => ranked.get(eventId) ?? unranked(eventId)),
    ids.length,
  );
  const byId = new Map(events.map((event) => [event.envelope.id, event]));
  const read = new Map<string, ReadStatement>();
  for (const { unit, evidence } of statements) {
    const opened = byId.get(evidence.eventId);
    if (opened === undefined || read.has(evidence.eventId) || !binds(opened) || evidence.to - evidence.from > MAX_CHARS) continue;
    const text = await run.deps.content.start(opened.envelope, opened.body, Math.max(evidence.to, MAX_CHARS + 1));
    const sentence = text.slice(evidence.from, evidence.to);
    const standing = standingOfFact(unit.label, sentence);
    standings.set(unit, standing ?? 'none');
    const range = text.length <= MAX_CHARS ? byteRangeOf(text, 0, text.length) : byteRangeOf(text, evidence.from, evidence.to);
    if (standing !== undefined) read.set(evidence.eventId, { opened, range, sentence, standing });
  }
  return [...read.values()];
}

/** A user with a name may talk to other people, and what was replaced or is withheld says nothing any more. */
function binds({ envelope: { kind }, body: { meta }, redacted, supersededBy }: OpenedEvent): boolean {
  const isToOthers = kind === 'user_message' && (meta.agent !== undefined || meta.parentAgent !== undefined);
  return STATING.has(kind) && !isToOthers && !redacted && supersededBy === undefined;
}

/** The best fit of a statement with one of the caller's queries. */
function fitOf({ deps }: RecallRun, { request }: Question, queries: FoundEvents['queries'], said: ReadStatement): StandingFit {
  const { analyser } = deps;
  const untelling = new Set(analyser.analyse(UNTELLING));
  const own = new Set(analyser.analyse(said.sentence));
  const fits = request.queries.map((text, at) => {
    const terms = new Set([...queries[at]!.weights].flatMap(([term, weight]) => (weight > 0 && !untelling.has(term) ? [term] : [])));
    return standingFit({ text, terms }, { text: said.sentence, terms: own, standing: said.standing });
  });
  return FITS.find((fit) => fits.includes(fit)) ?? 'apart';
}

/** Chooses those that come with the answer. Of one fit they stand in the order in which they were looked at. */
function choose(read: readonly (ReadStatement & { readonly fit: StandingFit })[]): StandingEvent[] {
  const chosen = FITS.flatMap((own) => read.filter(({ fit }) => fit === own).slice(0, MOST[own]));
  return chosen.slice(0, COME).map(({ opened, range }) => ({ opened, range }));
}
