import { firstPersonIn } from './statements/first-person.ts';
import { QUESTION_END, SENTENCE_WORD } from './statements/stating-sentences.ts';

/**
 * Number of words from which a remark beside a question tells something: "Wow, that sounds great!" does, "Thanks a
 * lot!" does not.
 */
const TELLING_WORDS = 4;
/**
 * Number of words from which a question tells something itself: "I moved to Oslo in May and have no dentist yet, can
 * you find one near the harbour?"
 */
const TELLING_QUESTION_WORDS = 15;
/** The same for an exclamation of something else than its speaker: "That photo looks wonderful, Kim! Where is it?" */
const TELLING_EXCLAMATION_WORDS = 8;
/** Length in characters above which a message always tells something. */
const MOST_CHARS = 600;

const SENTENCE_END = /(?<=[.!?؟])\s+|(?<=[。！？])|\n+/u;
const EXCLAIMS = /[!！]/u;
const EXCLAMATION = /[!！]["'”’»)\]*_]{0,4}\s*$/u;
const NUMBER = /\p{N}/u;

/**
 * Returns true when a message only asks: it has a question, and otherwise at most short remarks without a number. Such
 * a message matches a query's words best and answers nothing. Decided by form alone, in any language; a short answer
 * without a question does not count. `amongPeople`: exclamations that are not about their speaker are remarks, too, in
 * languages whose words of the first person are known. Beside an assistant they say whether its work is right.
 */
export function onlyAsks(text: string, amongPeople = false): boolean {
  if (text.length > MOST_CHARS) return false;
  const isOfSpeaker = amongPeople && EXCLAIMS.test(text) ? firstPersonIn(text) : undefined;
  let asks = false;
  for (const sentence of text.split(SENTENCE_END)) {
    const words = sentence.match(SENTENCE_WORD)?.length ?? 0;
    const isQuestion = QUESTION_END.test(sentence);
    if (words >= tellingWords(sentence, isOfSpeaker) || (!isQuestion && NUMBER.test(sentence))) return false;
    asks ||= isQuestion && words > 0;
  }
  return asks;
}

/** Returns the number of words from which a sentence tells something. `isOfSpeaker` is given where exclamations may be remarks. */
function tellingWords(sentence: string, isOfSpeaker: ((sentence: string) => boolean) | undefined): number {
  if (QUESTION_END.test(sentence)) return TELLING_QUESTION_WORDS;
  return EXCLAMATION.test(sentence) && isOfSpeaker?.(sentence) === false ? TELLING_EXCLAMATION_WORDS : TELLING_WORDS;
}

/** A colon at the end of a text, also in full width, and marks of emphasis around it. */
const ENDS_IN_COLON = /[:：][*_\s]*$/;

/**
 * Returns true for a message that only announces what its speaker does next ("Now the tests of the parser:"): it ends in
 * a colon, and holds at most short remarks before that sentence and no number. It repeats the words of a task before
 * anything came of it.
 */
export function onlyAnnounces(text: string): boolean {
  const said = text.trim();
  if (said.length > MOST_CHARS || !ENDS_IN_COLON.test(said) || NUMBER.test(said)) return false;
  const counts = said.split(SENTENCE_END).map((sentence) => sentence.match(SENTENCE_WORD)?.length ?? 0);
  const last = counts.pop()!;
  return last < TELLING_QUESTION_WORDS && counts.every((words) => words < TELLING_WORDS);
}
