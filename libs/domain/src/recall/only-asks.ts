import type { EventKind } from '../event/event-kind.ts';

/** A remark beside a question tells something from so many words on: "Wow, that sounds great!" does, "Thanks a lot!" does not. */
const TELLING_WORDS = 4;
/** A question of so many words tells what it is about: "I moved to Oslo in May and have no dentist yet, can you find one near the harbour?" */
const TELLING_QUESTION_WORDS = 15;
/** A longer message tells something, whatever it asks. */
const MOST_CHARS = 600;

const SENTENCE_END = /(?<=[.!?؟])\s+|(?<=[。！？])|\n+/u;
const QUESTION = /[?？؟]["'”’»)\]*_]{0,4}\s*$/u;
const NUMBER = /\p{N}/u;
/** Of scripts without blanks between words two letters count as one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}'’])+/gu;

/** Who says what stands in a conversation; what tools give is not read as talk. */
const TALK: ReadonlySet<EventKind> = new Set<EventKind>(['user_message', 'agent_message']);

/** Whether an event is said in talk, where a question is one that somebody asks. */
export function isTalk(kind: EventKind): boolean {
  return TALK.has(kind);
}

/**
 * Whether a message asks and tells nothing: it has a question, and beside it short remarks without a number at most. Such a message holds the
 * words of a question like no other, and no answer to it. By form alone, whatever the language; a short answer without a question is none.
 */
export function onlyAsks(text: string): boolean {
  if (text.length > MOST_CHARS) return false;
  let asks = false;
  for (const sentence of text.split(SENTENCE_END)) {
    const words = sentence.match(WORD)?.length ?? 0;
    const isQuestion = QUESTION.test(sentence);
    if (words >= (isQuestion ? TELLING_QUESTION_WORDS : TELLING_WORDS) || (!isQuestion && NUMBER.test(sentence))) return false;
    asks ||= isQuestion && words > 0;
  }
  return asks;
}
