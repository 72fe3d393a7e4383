import { firstPersonIn } from './statements/first-person.ts';

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
const QUESTION = /[?？؟]["'”’»)\]*_]{0,4}\s*$/u;
const EXCLAMATION = /[!！]["'”’»)\]*_]{0,4}\s*$/u;
const NUMBER = /\p{N}/u;
/** In scripts without spaces between words, two letters count as one word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}'’])+/gu;

/**
 * Returns true when a message only asks: it has a question, and otherwise at most short remarks without a number. Such
 * a message matches a query's words best and answers nothing. Decided by form alone, in any language; a short answer
 * without a question does not count. `amongPeople`: exclamations that are not about their speaker are remarks, too, in
 * languages whose words of the first person are known. Beside an assistant they say whether its work is right.
 */
export function onlyAsks(text: string, amongPeople = false): boolean {
  if (text.length > MOST_CHARS) return false;
  let asks = false;
  for (const sentence of text.split(SENTENCE_END)) {
    const words = sentence.match(WORD)?.length ?? 0;
    const isQuestion = QUESTION.test(sentence);
    if (words >= tellingWords(sentence, amongPeople ? text : undefined) || (!isQuestion && NUMBER.test(sentence))) return false;
    asks ||= isQuestion && words > 0;
  }
  return asks;
}

/** Returns the number of words from which a sentence tells something. `text` is given among people: it tells the language. */
function tellingWords(sentence: string, text: string | undefined): number {
  if (QUESTION.test(sentence)) return TELLING_QUESTION_WORDS;
  if (text === undefined || !EXCLAMATION.test(sentence)) return TELLING_WORDS;
  return firstPersonIn(text)?.(sentence) === false ? TELLING_EXCLAMATION_WORDS : TELLING_WORDS;
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
  const counts = said.split(SENTENCE_END).map((sentence) => sentence.match(WORD)?.length ?? 0);
  const last = counts.pop()!;
  return last < TELLING_QUESTION_WORDS && counts.every((words) => words < TELLING_WORDS);
}
