import { ENGLISH_STOP_WORDS } from '../stop-words.ts';
import { frameWordsOf } from './frame-words.ts';

const WORD = /[\p{L}\p{N}'’_-]+/gu;

/**
 * Returns the topic of a question for an order or a summary, without the words that only say what is asked for: "sum up
 * what we said of the ferry timetable in our chats" is about "the ferry timetable". Returns the question itself where
 * nothing would be left.
 */
export function topicOfQuestion(query: string): string {
  const words = query.match(WORD) ?? [];
  const frame = frameWordsOf(words.map((word) => word.toLowerCase()));
  const kept = words.filter((word) => !frame.has(word.toLowerCase()));
  const says = (word: string): boolean => !ENGLISH_STOP_WORDS.has(word.toLowerCase());
  const first = kept.findIndex(says);
  return first === -1 ? query : kept.slice(first, kept.findLastIndex(says) + 1).join(' ');
}
