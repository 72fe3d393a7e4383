import { EXACT_ELSEWHERE, SUMMARY_ELSEWHERE } from './granularity-words.ts';
import type { TaskPhase } from '../task-state/task-state.ts';

export const GRANULARITIES = ['exact', 'local', 'thematic', 'strategic'] as const;

/**
 * Scope of an answer: `exact` adds the surroundings of one place, verbatim; `local` takes the matching events;
 * `thematic` covers a longer stretch, through the markers of evicted spans, topics and episodes; `strategic` what holds over
 * many sessions, through insights. No query asks for the last by its form; a request names it. Source: R7, 002 §8.3, A.6.
 */
export type Granularity = (typeof GRANULARITIES)[number];

interface GranularityInput {
  readonly queries: readonly string[];
  /** True when a query holds an identifier: a path, hash, code or long number. */
  readonly hasIdentifier: boolean;
  readonly phase?: TaskPhase;
}

/** Matches what asks for words as they stand, and quotes: none holds its own opening sign, so that many of these are read once. */
const EXACT_WORDS = /\b(?:exact(?:ly)?|verbatim|word for word|literal(?:ly)?|full (?:output|text|message|log)|quote)\b|["“][^"“”]{3,}["”]/i;
/**
 * Nouns for the overall shape of a stretch, and what may follow one: in "progress bar" the noun belongs to something
 * else.
 */
const SUMMARY = String.raw`(?:overview|summary|recap|big picture|main (?:points|topics|themes))`;
const THEME = String.raw`(?:${SUMMARY}|topics?|themes?|progress|history|what (?:happened|was going on)|summari[sz]e)`;
const ENDS = String.raw`\s*(?:$|[?.!,;:]|\b(?:of|on|about|for|so far|please|until|since)\b)`;
const FOLLOWS = String.raw`(?:${ENDS}|\s+(?:in|across|throughout|during|over|with|we|i|you|is|are|was|were|has|have|did|overall|yesterday|today|the|our|this)\b)`;
/** Phrases that delimit a stretch of the conversation. */
const SCOPE = String.raw`(?:so far|until now|to date|overall|in general|throughout|yesterday|today|(?:whole|entire|all (?:of )?(?:the|our|this)|this|our|last|first|previous|earlier) (?:session|conversation|discussion|chat|meeting|thread|project|day|week|month))`;
const POLITE = String.raw`(?:(?:please|can|could|would|will|you|i|we|me|us|need|want|like|to|get|have|give|show|write|make|a|an|the|quick|short|brief|what(?:'s| is| are| were))\s+){0,8}`;
/**
 * A question that begins by asking for a summary is thematic. A question that only uses a noun such as "topics" must
 * also name the stretch.
 */
const ASKS_SUMMARY = new RegExp(
  String.raw`^\s*${POLITE}(?:${SUMMARY}${ENDS}|(?:summari[sz]e|recap)\s+(?:the|our|this|what|everything|all|how)\b|what have (?:i|we|you) (?:done|discussed|worked on|talked about)\b)`,
  'i',
);
const NAMES_THEME = new RegExp(String.raw`\b${THEME}${FOLLOWS}`, 'i');
const NAMES_SCOPE = new RegExp(String.raw`\b${SCOPE}\b`, 'i');

/**
 * Chooses the scope by the form of the query (English, and shorter lists for thirteen other languages), then by the
 * task's phase: debugging is never thematic. The budget decides nothing, or a larger one could hold less (I-20).
 */
export function chooseGranularity({ queries, hasIdentifier, phase }: GranularityInput): Granularity {
  if (hasIdentifier || queries.some((query) => EXACT_WORDS.test(query) || EXACT_ELSEWHERE.test(query))) return 'exact';
  if (phase !== 'debug' && queries.some(isThematic)) return 'thematic';
  return 'local';
}

function isThematic(query: string): boolean {
  return ASKS_SUMMARY.test(query) || SUMMARY_ELSEWHERE.test(query) || (NAMES_THEME.test(query) && NAMES_SCOPE.test(query));
}
