/** A stretch of a text in UTF-16 units, `to` exclusive. */
export interface SentenceSpan {
  readonly from: number;
  readonly to: number;
}

/** Fewest words of a sentence that states something. */
const LEAST_WORDS = 4;
/** Sentences of one text that are read, and characters of each. */
const MAX_SENTENCES = 256;
const MAX_CHARS = 600;

const SENTENCE_END = /(?<=[.!?؟][)\]"'”’»]{0,2})\s+|(?<=[。！？])|\n+/gu;
/** Matches the end of a question, with what closes behind its mark. */
export const QUESTION_END = /[?？؟]["'”’»)\]*_]{0,4}\s*$/u;
/** In scripts without spaces between words, two letters count as one word. */
export const SENTENCE_WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}'’])+/gu;
/** The part of a question before its last comma, colon or dash may state: "I prefer trains, can you find one?" */
const LAST_BREAK = /[,，、;；:：]\s*(?=[^,，、;；:：]*$)|\s+[–—-]+\s+(?=[^–—]*$)/u;

/** Finds the sentences of a text that state something: of four words, no question; of a question what stands before it. */
export function statingSentences(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = [];
  let from = 0;
  const take = (to: number): void => {
    const sentence = text.slice(from, Math.min(to, from + MAX_CHARS));
    const length = QUESTION_END.test(text.slice(from, to)) ? (LAST_BREAK.exec(sentence)?.index ?? 0) : sentence.length;
    if ((sentence.slice(0, length).match(SENTENCE_WORD)?.length ?? 0) >= LEAST_WORDS) spans.push({ from, to: from + length });
  };
  for (const end of text.matchAll(SENTENCE_END)) {
    if (spans.length >= MAX_SENTENCES) return spans;
    take(end.index);
    from = end.index + end[0].length;
  }
  take(text.length);
  return spans;
}
