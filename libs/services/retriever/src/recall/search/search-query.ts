import {
  askedRole,
  asksWhat,
  certainTimes,
  createRanking,
  DECISION_WORDS,
  isMinute,
  namesTopic,
  NO_QUERY_TIME,
  occurrencesOf,
  questionKinds,
  topicOfQuestion,
  withoutDecisionWords,
  withoutRoleWords,
  type QuestionKind,
  type QueryTime,
  type RankTerms,
  type TimeLimits,
} from '@total-recall/domain';
import type { TextFilter } from '@total-recall/ports';
import { candidatesCost, termsCost } from '../../work-costs.ts';
import type { Question } from '../ask/read-question.ts';
import type { RecallRun } from '../recall-run.ts';
import { addLiterals } from './add-literals.ts';
import { addNeighbours, NEIGHBOURED } from './add-neighbours.ts';
import { addStandingCandidates } from './add-standing-candidates.ts';
import { addTextCandidates } from './add-text-candidates.ts';
import { addTimedCandidates } from './add-timed-candidates.ts';
import { addVectorCandidates } from './add-vector-candidates.ts';
import { chooseQueryTerms, type QueryTerms } from './choose-terms.ts';
import { removeNames } from './embed-query.ts';
import { findLiterals } from './find-literals.ts';
import { narrowed } from './narrowed.ts';
import { createRecordedTimes, type RecordedTimes } from './recorded-times.ts';
import type { Candidates, QueryCandidates, SearchInput } from './query-candidates.ts';
import { searchEnd, type EndRun } from './search-end.ts';
import { searchVectors, type VectorSearch } from './search-vectors.ts';
import { timePreferenceOf } from './time-preference.ts';

/** Events of a day from which it is the day that was meant. With fewer the days beside are searched, too. */
const ENOUGH = 3;

type QueryRun = Pick<RecallRun, 'deps' | 'config' | 'embedQuery' | 'turn' | 'eventsRead'>;

interface SearchRun extends QueryRun {
  readonly recordedTimes: RecordedTimes;
}

/**
 * Finds the candidates of one query by text and, if vectors are on, by meaning, including the caller's own latest
 * writes. A query that names a time for certain is searched within that time first, then with the days beside if it
 * counts from today and little was found, in earlier years if it names none, and everywhere if that finds nothing; if that
 * finds nothing either, what was said in that time comes. Identifiers in the query are also searched for by themselves (R13).
 */
export async function searchQuery(queryRun: QueryRun, question: Question, query: string): Promise<QueryCandidates> {
  const { deps, turn } = queryRun;
  const { tenant, space } = question.request;
  const recordedTimes = createRecordedTimes({ ...deps, turn }, { tenant, space });
  const run: SearchRun = { ...queryRun, recordedTimes };
  const time = deps.readTime?.(query, question.request.asOf ?? deps.clock.now()) ?? NO_QUERY_TIME;
  // "Did we do the day before" does not ask whether we ever did.
  const asked = time.certain ? untimed({ query }, time) : query;
  const kinds = questionKinds(asked);
  const literals = await findLiterals(run, question, query, time);
  const input: SearchInput = {
    tenant,
    space,
    query: isSpread(kinds) ? topicOfQuestion(query) : query,
    asksFor: kinds.has('summary') ? 'anyone' : askedRole(asked),
    kinds,
    asksWhat: asksWhat(query) && [...kinds].every((kind) => OF_TIME_KINDS.has(kind)),
    filter: question.filter,
    pending: question.pending.events,
    askedNow: question.askedNow,
    ...(literals && { literals }),
  };
  // A line of a log that bears the time is meant, whenever the log was read.
  const limits = (literals?.clocks.size ?? 0) > 0 ? [] : certainTimes(time);
  for (const occurrence of limits.length > 0 ? occurrencesOf(time) : []) {
    const found = await searchAt(run, input, occurrence);
    if (found !== undefined) return found;
  }
  const found =
    (time.moments.length === 0 ? await searchEnd(endRun(run), input, time) : undefined) ?? (await searchWithin(run, input, time));
  if (limits.length === 0) return found;
  if (found.candidates.events.size > 0) return { ...found, isOffTime: true };
  const ofTime = { ...input, query: '', isOfTime: true, asksWhat: false } as const;
  return searchWithin(run, { ...ofTime, filter: narrowed(input.filter, limits.at(-1)!) }, time);
}

/** Searches within a time, then with the days beside if it counts from today; undefined where there is nothing. */
async function searchAt(run: SearchRun, input: SearchInput, time: QueryTime): Promise<QueryCandidates | undefined> {
  const limits = certainTimes(time);
  let leads: TimeLimits | undefined;
  for (const [at, times] of limits.entries()) {
    const filter = narrowed(input.filter, times);
    // About a minute more is looked at than was asked for, and the last of that is not the last of the minute.
    const end = isMinute(time.moments[0])
      ? undefined
      : await searchEnd(endRun(run), { ...input, query: untimed(input, time), filter }, time);
    if (end !== undefined) return end;
    const moment = ofMoment(input, time, filter);
    const said = moment && (await searchWithin(run, moment, time));
    if (said !== undefined && said.candidates.events.size > 0) return said;
    const found = await searchTopic(run, { ...input, ...(leads && { leads }) }, time, filter);
    const { size } = found.candidates.events;
    if (size >= (at + 1 < limits.length ? ENOUGH : 1)) return found;
    if (found.isOfTime && size > 0) leads = times;
  }
  return undefined;
}

function endRun(run: SearchRun): EndRun {
  return { deps: run.deps, turn: run.turn, recordedTimes: run.recordedTimes, within: (asked, of) => searchWithin(run, asked, of) };
}

/** The kinds of questions that ask for all that was said in a time. */
const OF_TIME_KINDS: ReadonlySet<QuestionKind> = new Set(['summary', 'order']);
/** A question with nothing but a time is answered with pieces from all along it. */
const OF_TIME: ReadonlySet<QuestionKind> = new Set(['summary']);
/**
 * Removes the time's words when the time is a filter: the "40" of "01:40" matches any listing. Keeps them if the
 * query names nothing else; of more than a minute all that was said then is asked for, words for decisions first where it
 * asks what was decided.
 */
function inTime({ analyser }: SearchRun['deps'], input: SearchInput, time: QueryTime, filter: TextFilter): SearchInput {
  const query = untimed(input, time);
  const holdsTerms = analyser.analyse(query).length > 0;
  const undecided = withoutDecisionWords(query);
  const asksDecisions = undecided !== undefined && !namesTopic(undecided);
  const isTopic = holdsTerms && !asksDecisions && namesTopic(query);
  if (isMinute(time.moments[0]) || isTopic) return { ...input, filter, ...(holdsTerms && { query }) };
  const { kinds, asksFor = 'anyone' } = input;
  const decided = asksDecisions && { query: `${query} ${DECISION_WORDS}`, asksWhat: false };
  return { ...input, ...decided, filter, isOfTime: true, asksFor, kinds: kinds.size === 0 ? OF_TIME : kinds };
}

/**
 * Searches within a time by the topic. At a minute, words for speaking are left out first, as the little that was said
 * is told apart by the topic, and "request" would find every call that has it in its name. Where all is asked for that
 * somebody said then, his messages alone come, if there are any.
 */
async function searchTopic(run: SearchRun, input: SearchInput, time: QueryTime, filter: TextFilter): Promise<QueryCandidates> {
  const within = async (query: string): Promise<QueryCandidates> => {
    const timed = inTime(run.deps, { ...input, query }, time, filter);
    const own = ofSpeaker(timed);
    const said = own && (await searchWithin(run, own, time));
    return said !== undefined && said.candidates.events.size > 0 ? said : searchWithin(run, timed, time);
  };
  const minute = ofMinute(input, time);
  if (minute && minute.topic !== minute.said && namesTopic(minute.topic)) {
    const found = await within(minute.topic);
    if (found.candidates.events.size > 0) return found;
  }
  return within(input.query);
}

/** Returns the search for what a speaker said in a time, where a query asks for all of it; undefined for any other. */
function ofSpeaker(input: SearchInput): SearchInput | undefined {
  const { isOfTime, asksWhat: asksAll, asksFor, filter } = input;
  if (!isOfTime || !asksAll || asksFor === undefined || asksFor === 'anyone' || filter.kinds?.includes(asksFor) === false) return undefined;
  return { ...input, filter: { ...filter, kinds: [asksFor] } };
}

/** A time may stand between the words that say who spoke: "was habe ich um vier gesagt". */
function untimed({ query }: Pick<SearchInput, 'query'>, { words }: QueryTime): string {
  return query.replace(words, ' ').replace(/\s+/g, ' ');
}

/** Returns what a query for a minute says without that time, and without words for speaking too; undefined for any other. */
function ofMinute(input: SearchInput, time: QueryTime): { readonly said: string; readonly topic: string } | undefined {
  if (!isMinute(time.moments[0])) return undefined;
  const said = untimed(input, time);
  return { said, topic: withoutRoleWords(said) };
}

/**
 * Returns the search for what was said at a minute, where that is all a query names: of the speaker's messages alone if it
 * names one, and without words, so that nothing but the time tells them apart. "Request" in "what did I request at 01:40"
 * is no topic.
 */
function ofMoment(input: SearchInput, time: QueryTime, filter: TextFilter): SearchInput | undefined {
  const minute = ofMinute(input, time);
  if (!minute || namesTopic(minute.topic)) return undefined;
  const role = askedRole(minute.said);
  if (role === undefined) return { ...input, filter, query: '', isOfTime: true, asksFor: 'anyone' };
  if (filter.kinds?.includes(role) === false) return undefined;
  return { ...input, filter: { ...filter, kinds: [role] }, query: '', isOfTime: true, asksFor: role };
}

function isSpread(kinds: ReadonlySet<QuestionKind>): boolean {
  return kinds.has('order') || kinds.has('summary');
}

/** The query is embedded while its terms are chosen, and vectors are searched while text is. */
async function searchWithin(run: SearchRun, input: SearchInput, time: QueryTime): Promise<QueryCandidates> {
  const { deps, config, turn } = run;
  const { index } = deps;
  const ofQuery = termsCost(input.query);
  const afterPortion = (share: number): Promise<void> => turn.spend(share * ofQuery);
  const choosing = chooseQueryTerms(deps, { ...input, timeWords: time.words, afterPortion });
  const searching = startVectorSearch(run, input, choosing);
  const terms = await choosing;
  const recorded = new Map<string, number>();
  const rankTerms = { ...rankTermsOf(run, input, terms, time), recordedAt: (eventId: string) => recorded.get(eventId) };
  const candidates: Candidates = createRanking(rankTerms);
  const isWordless = terms.terms.length === 0;
  if (isWordless && !input.isOfTime) return { terms, time, candidates, kinds: input.kinds };

  const adding = isWordless ? undefined : addTextCandidates(index, config, input, { terms, candidates });
  const [vectors] = await Promise.all([searching, adding]);
  if (input.literals) await addLiterals(index, input, { terms, candidates, literals: input.literals });
  if (input.isOfTime) await addTimedCandidates(index, deps.analyser, input, { terms, candidates });
  const standing = input.kinds.has('ask') ? await addStandingCandidates(index, deps.analyser, input, { terms, candidates }) : undefined;
  await turn.spend(candidatesCost(candidates.events.size));
  if (vectors !== undefined) {
    await addVectorCandidates(index, config, input, { terms, candidates, vectors });
    await turn.spend(candidatesCost(vectors.found.length));
  }
  // What stands beside the last message of somebody may be another's.
  if (input.end === undefined && input.speaker === undefined) await addNeighbours(index, input, { terms, candidates, vectors });
  await turn.spend(candidatesCost(NEIGHBOURED));

  if (time.order !== undefined) {
    const found = Array.from(candidates.events.values(), (own) => own.values().next().value!.document);
    for (const [eventId, at] of await run.recordedTimes(found)) recorded.set(eventId, at);
  }
  const { isOfTime, asksFor = 'anyone' } = input;
  const ofTime = isOfTime && { isOfTime, ...(input.asksWhat && { saidBy: asksFor }), ...(input.end && { end: input.end }) };
  const own = {
    kinds: input.kinds,
    recorded,
    ...ofTime,
    ...(standing && { standing }),
    ...(input.literals && { literals: input.literals }),
  };
  if (vectors === undefined) return { terms, time, candidates, ...own };
  if (vectors.failed()) return { terms, time, candidates: withoutVectors(candidates, rankTerms), ...own };
  const eventIds = new Set(vectors.found.map((hit) => hit.eventId));
  return { terms, time, candidates, ...own, vectors: { model: vectors.model, matchesOf: vectors.matchesOf, eventIds } };
}

function rankTermsOf(
  { config }: SearchRun,
  { asksFor, kinds, leads, literals }: SearchInput,
  terms: QueryTerms,
  time: QueryTime,
): RankTerms {
  const timePreference = timePreferenceOf(time);
  const { order } = time;
  return {
    ...terms,
    ...(timePreference && { timePreference }),
    ...(leads && { leads: (at: number) => at >= (leads.fromTime ?? -Infinity) && at <= (leads.toTime ?? Infinity) }),
    ...(order && { order }),
    ...(literals && { literalShare: literals.shareOf }),
    ...(asksFor && { asksFor }),
    ...(kinds.has('ask') && { isRequest: true as const }),
    // Pieces of an order or a summary lie apart, so a session that has one of them says nothing about its others.
    parts: isSpread(kinds) ? { ...config.ranking, context: false } : config.ranking,
  };
}

/** Embeds the query and searches by it. A query without terms is not embedded. */
function startVectorSearch(
  { deps, config, embedQuery }: SearchRun,
  input: SearchInput,
  choosing: Promise<QueryTerms>,
): Promise<VectorSearch | undefined> {
  const { vector, late } = config.ranking;
  if ((!vector && !late) || deps.analyser.analyse(input.query).length === 0) return Promise.resolve(undefined);
  // If choosing the terms fails, the search itself reports that. This promise must not reject,
  // as it may have no reader.
  const withoutNames = choosing.then(
    ({ speakers }) => removeNames(input.query, deps.analyser, (term) => speakers.has(term)),
    () => input.query,
  );
  return searchVectors(deps, config, input, embedQuery(input.query, withoutNames, deps.vectors?.observed));
}

/** Rates the same passages by their words alone. */
function withoutVectors({ events }: Candidates, terms: RankTerms): Candidates {
  const candidates: Candidates = createRanking(terms);
  for (const own of events.values()) candidates.add(Array.from(own.values(), ({ document }) => document));
  return candidates;
}
