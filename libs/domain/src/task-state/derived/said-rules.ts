import { spokenText, withoutHarness } from '../../event/harness-text.ts';
import { ANSWERS, STYLES } from '../../fact/english/instruction-rules.ts';
import { STANDING } from '../../fact/english/standing-rules.ts';
import { isOrderOfThePast } from '../../fact/order-of-the-past.ts';
import { rulesByWords } from '../../fact/rules-by-words.ts';
import { atFirstUse } from '../../lazy/at-first-use.ts';
import { CHOICE_SIGNS, CHOICE_WORDS, DECISION_HEADS, NOT_CHOSEN } from './choice-words.ts';
import { withoutPasted } from './pasted-words.ts';
import { BEFORE_CLAUSE, PERSONS, POLITE, RULE_SIGNS, RULE_WORDS } from './rule-words.ts';
import { CONDITION } from './told-failure.ts';
import type { TextRange } from '../../compaction/previews/cut.ts';

/** A sentence of any language is asked for words of all of them; what sets a rule in other words is still in the log. */
const word = (words: string): string => String.raw`(?<![\p{L}\p{N}_])(?:${words})(?![\p{L}\p{N}_])`;
/** The beginning of a sentence or of a clause within it, up to the words that command or tell. */
const CLAUSE = String.raw`(?:^|[,;:،؛：；，、([]|\s[–—-]+\s|(?<![\p{L}\p{N}])(?:${BEFORE_CLAUSE})\s)[\s"'“„«*¡]*(?:(?:${POLITE})[,:،!]?\s+){0,3}`;
const atClause = (words: readonly string[]): RegExp => new RegExp(String.raw`${CLAUSE}(?:${words.join('|')})(?![\p{L}\p{N}_])`, 'giu');

const patterns = atFirstUse(() => ({
  /** Words that may stand before a rule in its sentence. */
  opener: new RegExp(String.raw`^["'“„«*\s]*(?:(?:${POLITE}|${BEFORE_CLAUSE})(?![\p{L}\p{N}'’])[,:،!]?\s+){0,3}`, 'iu'),
  commands: atClause(RULE_WORDS.map(({ commands }) => commands)),
  adverbs: atClause(RULE_WORDS.flatMap(({ adverbs }) => adverbs ?? [])),
  guesses: new RegExp(word(RULE_WORDS.flatMap(({ guesses }) => guesses ?? []).join('|')), 'giu'),
  anywhere: new RegExp(`${word(RULE_WORDS.flatMap(({ anywhere }) => anywhere ?? []).join('|'))}|${RULE_SIGNS}`, 'iu'),
  persons: new RegExp(word(PERSONS), 'iu'),
  choices: new RegExp(`${word(CHOICE_WORDS.join('|'))}|${CHOICE_SIGNS}`, 'giu'),
  decision: new RegExp(String.raw`^(?:${DECISION_HEADS})\s?[:：]\s*\S`, 'iu'),
  notChosen: new RegExp(NOT_CHOSEN, 'iu'),
}));

/** A conjunction, which is no sign: what follows has the subject of what is before. */
const IS_WORD = /^\p{L}/u;

/** Goes on with what is to be done once: "look at the parser and make sure that it compiles". */
const OF_TASK = /^[,;]?\s*(?:and|then|so)\s.*(?:make sure|ensure)$/isu;

/** Those that tell a rule by other words than a ban, "always" or "make sure", which are read here. */
const standingIn = rulesByWords([...ANSWERS, ...STYLES, ...STANDING]);

/** Returns true for a sentence that the rules of facts read as a standing one: "Keep answers under 100 words". */
function standsForLater(sentence: string): boolean {
  const begins = new Set([0, patterns().opener.exec(sentence)?.[0].length ?? 0]);
  return standingIn(sentence).some(({ pattern, opens, isWhole }) => {
    const words = pattern();
    const mayStandWithin = opens !== true && isWhole !== true;
    return [...begins].some((from) => {
      words.lastIndex = from;
      const at = words.exec(sentence)?.index;
      return at === from || (mayStandWithin && at !== undefined);
    });
  });
}

/** Returns true for a sentence that tells the agent what to do or to leave, and does not just tell, guess or comfort. */
function setsRule(sentence: string): boolean {
  if (IS_QUESTION.test(sentence) || isOrderOfThePast(sentence)) return false;
  if (standsForLater(sentence)) return true;
  const { commands, adverbs, guesses, anywhere, persons } = patterns();
  const isOfNone = (index: number): boolean => !persons.test(sentence.slice(0, index));
  return (
    [...sentence.matchAll(commands)].some(
      ({ 0: words, index }) => index === 0 || (!OF_TASK.test(words) && (!IS_WORD.test(words) || isOfNone(index))),
    ) ||
    [...sentence.matchAll(adverbs)].some(({ index }) => isOfNone(index)) ||
    anywhere.test(sentence.replaceAll(guesses, ' '))
  );
}

/** Returns true for a sentence that says what its speaker decided, on no condition. */
function statesChoice(sentence: string): boolean {
  if (IS_QUESTION.test(sentence)) return false;
  const { choices, decision, notChosen } = patterns();
  if (decision.test(sentence)) return true;
  return [...sentence.matchAll(choices)].some(({ index }) => {
    const before = sentence.slice(0, index);
    return !CONDITION.test(before) && !notChosen.test(before);
  });
}

const IS_QUESTION = /[?？؟]["'”»)]?\s*$/;

const SENTENCE_CHARS = { least: 5, most: 300 } as const;
/** Characters that are read at the beginning of a text, and at its end where it is longer: what is pasted stands between. */
const READ_CHARS = 16_384;

/** A sentence of a text, without marks around and within it, and where it stands. */
interface SaidSentence {
  readonly text: string;
  readonly range: TextRange;
}

/** Finds the sentences of a user's message that set a rule; questions, and what the program around the model writes, do not count. */
export function rulesIn(message: string): SaidSentence[] {
  const spoken = spokenText(message);
  const own = withoutPasted(readPart(spoken));
  const rules = sentencesOf(spoken).filter(({ range }) => setsRule(withoutMarks(own.slice(range.from, range.to))));
  return spoken === message ? rules : placedIn(withoutHarness(message), spoken, rules);
}

/** Finds the sentences of an agent's message that state a choice. */
export function choicesIn(message: string): SaidSentence[] {
  return sentencesOf(message).filter(({ text }) => statesChoice(text));
}

/** Moves sentences to where the same words stand in a text that has more between them. */
function placedIn(text: string, spoken: string, sentences: readonly SaidSentence[]): SaidSentence[] {
  let from = 0;
  return sentences.map((sentence) => {
    const said = spoken.slice(sentence.range.from, sentence.range.to);
    const at = Math.max(from, text.indexOf(said, from));
    from = at + said.length;
    return { ...sentence, range: { from: at, to: from } };
  });
}

const CODE = /```[\s\S]*?(?:```|$)/g;
const BETWEEN_SENTENCES = /\n+|(?<=[.!?])\s+|(?<=[。！？])/gu;
/** Marks of a list, a quote or a heading. */
const BEFORE_SENTENCE = /^[\s>*#-]*(?:\d{1,2}[.)]\s+)?/;

/** Returns the two ends of a text, each in its place: line breaks stand for what is between, up to whole lines. */
function readPart(text: string): string {
  if (text.length <= 2 * READ_CHARS) return text;
  const to = text.lastIndexOf('\n', READ_CHARS);
  const from = text.indexOf('\n', text.length - READ_CHARS);
  const [head, tail] = [to <= 0 ? READ_CHARS : to, from < 0 ? text.length - READ_CHARS : from];
  return `${text.slice(0, head)}${'\n'.repeat(tail - head)}${text.slice(tail)}`;
}

const withoutMarks = (written: string): string => written.replace(/\*\*|__/g, '').trim();

/** Splits prose into sentences and lines; leaves out code, markup and quoted data. */
function sentencesOf(text: string): SaidSentence[] {
  const prose = readPart(text.replace(CODE, (code) => '\n'.repeat(code.length)));
  const ends = [...prose.matchAll(BETWEEN_SENTENCES)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
  return [...ends, { from: prose.length, to: prose.length }].flatMap(({ from: end }, at) => {
    const start = ends[at - 1]?.to ?? 0;
    const written = prose.slice(start, end).trimEnd();
    const from = start + BEFORE_SENTENCE.exec(written)![0].length;
    const said = withoutMarks(written.slice(from - start));
    if (said.length < SENTENCE_CHARS.least || said.length > SENTENCE_CHARS.most || !isProse(said)) return [];
    return [{ text: said, range: { from, to: start + written.length } }];
  });
}

/** Returns true for text of mostly letters; a line of code or of a table has more other characters. */
function isProse(sentence: string): boolean {
  const letters = sentence.match(/[\p{L}\s]/gu)?.length ?? 0;
  return letters >= sentence.length * 0.75 && !sentence.startsWith('<');
}
