import { ENGLISH_STOP_WORDS } from '../stop-words.ts';

/** Fewer words are a name, and what surrounds it answers. */
const LEAST_WORDS = 4;
/** Share of the weight of a query's words that an event holds which the query is about. */
const HELD = 0.7;

/** Words of sentences in other languages, that are none of English or of code: none such as "hat", "met" or "vi". */
const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  [
    'der das dem einen eine wir ich du sie sind wurde wie wo wann warum wer welche welcher welches zum zur für und nicht habe haben',
    'le les des une quel quelle où pourquoi quand dans avec pour nous vous je qui que avons sommes',
    'el los las una qué cuál cuándo dónde cómo por para nosotros fue hemos',
    'il gli una che quale quando dove perché della è abbiamo ho',
    'uma qual onde quando por para nós você é foi das',
    'het een wat wie welke wanneer waar waarom wij voor hebben',
    'det ett vad vem vilken när varför hur är på och för med har',
    'и в на с что где когда почему как какой какая мы я был была для по',
    'و في من على ما ماذا متى أين كيف لماذا هل عن',
  ]
    .join(' ')
    .split(' '),
);

const QUESTION_MARK = /[?？؟՞]/u;

/**
 * Returns true when a query lists words without a sentence around them: it names a subject rather than asks for a line.
 */
export function isListOfWords(query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length < LEAST_WORDS || QUESTION_MARK.test(query)) return false;
  return !words.some((word) => ENGLISH_STOP_WORDS.has(word) || SENTENCE_WORDS.has(word));
}

/** Returns true when an event is the subject of a list of words: its passages hold nearly all of them. */
export function isMeantAsWhole(coverage: number): boolean {
  return coverage >= HELD;
}
