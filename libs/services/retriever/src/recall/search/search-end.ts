import {
  askedOfSpeaker,
  askedRole,
  asksElse,
  asksNothingElse,
  DECISION_WORDS,
  namesTopic,
  withoutDecisionWords,
  withoutRoleWords,
  type EventKind,
  type QueryTime,
} from '@total-recall/domain';
import type { Turn } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import { chooseQueryTerms } from './choose-terms.ts';
import { splitNames } from './embed-query.ts';
import { narrowToEnd } from './narrow-to-end.ts';
import type { QueryCandidates, SaidBy, SearchInput } from './query-candidates.ts';
import type { RecordedTimes } from './recorded-times.ts';

export interface EndRun {
  readonly deps: Pick<RetrieverDeps, 'index' | 'analyser'>;
  readonly turn: Pick<Turn, 'spend'>;
  readonly recordedTimes: RecordedTimes;
  readonly within: (input: SearchInput, time: QueryTime) => Promise<QueryCandidates>;
}

/** Events of which the first or last is asked for. */
interface AskedEnd {
  readonly kinds: readonly EventKind[];
  readonly asksFor: SaidBy;
  /** Terms that name the speaker. */
  readonly speaker?: readonly string[];
  readonly order: 'first' | 'last';
}

/**
 * Searches the first or last messages of a speaker, or decisions, where that is all a query names; undefined where there
 * are none. The input's filter holds the time that a query names, and its text is without the words for that. As the last
 * may be the question itself, a few come. Decisions that were kept as messages alone are searched by words that tell one.
 */
export async function searchEnd(run: EndRun, input: SearchInput, time: QueryTime): Promise<QueryCandidates | undefined> {
  const { order, orderWords = [] } = time;
  if (order === undefined) return undefined;
  const unordered = (asked: string): string => orderWords.reduce((rest, word) => rest.replace(word, ' '), asked);
  const isAll = (asked: string): boolean => !namesTopic(unordered(asked));
  const role = askedRole(input.query);
  if (role !== undefined && isAll(withoutRoleWords(input.query)))
    return searchEndOf(run, input, time, { kinds: [role], asksFor: role, order });
  const undecided = withoutDecisionWords(input.query);
  if (undecided !== undefined && isAll(undecided)) {
    const kept = await searchEndOf(run, input, time, { kinds: ['decision'], asksFor: 'anyone', order });
    return kept ?? searchDecided(run, input, time);
  }
  return searchEndOfNamed(run, input, time, { order, unordered });
}

function searchDecided(run: EndRun, input: SearchInput, time: QueryTime): Promise<QueryCandidates> {
  return run.within({ ...input, query: `${input.query} ${DECISION_WORDS}` }, time);
}

/** Searches the same of a speaker whom the query names, as the space knows him: "what did Ada say last". */
async function searchEndOfNamed(
  run: EndRun,
  input: SearchInput,
  time: QueryTime,
  { order, unordered }: Pick<AskedEnd, 'order'> & { readonly unordered: (asked: string) => string },
): Promise<QueryCandidates | undefined> {
  const asked = askedOfSpeaker(input.query);
  if (asked === undefined) return undefined;
  const query = unordered(asked.rest);
  const { speakers } = await chooseQueryTerms(run.deps, { ...input, query });
  const { names, rest } = splitNames(query, run.deps.analyser, (term) => speakers.has(term));
  if (names.length === 0 || !asksNothingElse(rest)) return undefined;
  const ofNamed = { asksFor: 'anyone', speaker: names, order } as const;
  if (asked.what === 'said') return searchEndOf(run, input, time, { ...ofNamed, kinds: ['user_message', 'agent_message'] });
  const kept = await searchEndOf(run, input, time, { ...ofNamed, kinds: ['decision'] });
  return kept ?? searchDecided(run, input, time);
}

/** Searches the first or last events of some kinds; undefined where there are none, or the caller asks for other kinds. */
async function searchEndOf(
  { deps, turn, recordedTimes, within }: EndRun,
  input: SearchInput,
  time: QueryTime,
  { kinds, asksFor, speaker, order }: AskedEnd,
): Promise<QueryCandidates | undefined> {
  const asked = kinds.filter((kind) => input.filter.kinds?.includes(kind) !== false);
  if (asked.length === 0) return undefined;
  // "Why did I ask that first" is not answered by what was asked first.
  const end = asksElse(input.query) || time.asksBefore === true ? undefined : order;
  const ofKind: SearchInput = {
    ...input,
    filter: { ...input.filter, kinds: asked },
    query: '',
    isOfTime: true,
    asksFor,
    ...(speaker && { speaker }),
    ...(end && { end }),
  };
  const found = await within({ ...ofKind, filter: await narrowToEnd({ ...deps, turn, recordedTimes }, ofKind, order) }, time);
  return found.candidates.events.size > 0 ? found : undefined;
}
