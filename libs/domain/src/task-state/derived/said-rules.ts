import { spokenText, withoutHarness } from '../../event/harness-text.ts';
import type { TextRange } from '../../compaction/previews/cut.ts';

// Words by which a user sets a rule, and by which an agent states a choice, in the languages that the service analyses.
// A sentence without any of them is no rule here; a rule in other words is still in the log.
const WORD = (words: string): string => String.raw`(?<![\p{L}\p{N}_])(?:${words})(?![\p{L}\p{N}_])`;
const RULE_WORDS = [
  "never|always|must|mustn't|(?:don't|do not)(?! (?:think|know|see|understand|want|have|need|get|work|like|care|mind|believe|remember))|under no circumstances|only use|make sure|ensure that",
  'niemals|nie|immer|auf keinen fall|muss|müssen|darf nicht|bitte nicht|nur noch',
  "jamais|toujours|il faut|ne doit pas|doit|surtout pas|n'utilise pas",
  'nunca|jamás|siempre|debe|deben|no uses|solo usa|sempre|deve|devono|mai|não use|nooit|altijd|moet',
  'никогда|всегда|нельзя|обязательно|должен|должна|должно|nigdy|zawsze|musi|nie wolno|aldrig|alltid|måste',
  'دائما|أبدا|يجب|لا تستخدم',
].map(WORD);
const RULE_SIGNS = '不要|必须|务必|禁止|总是|千万|不能|必ず|絶対に|しないで|禁止|てはいけない|반드시|절대|항상|하지 마';
const RULE = new RegExp(`${RULE_WORDS.join('|')}|${RULE_SIGNS}`, 'iu');

const CHOICE_WORDS = [
  "decided (?:to|on|against|that)|we decided|i(?:'ve| have)? chosen|i chose|settled on|i(?:'ll| will) go with|going with|we(?:'ll| will) use",
  'habe (?:mich )?entschieden|haben uns entschieden|entscheidung:|decision:|décision\\s*:|decisión:|decisione:|decisão:',
  "j'ai décidé|j'ai choisi|he decidido|he elegido|ho deciso|ho scelto|decidi |escolhi |ik heb besloten|gekozen voor",
  'я решил|решили|выбрал|zdecydowałem|jag valde|beslutade',
].map(WORD);
const CHOICE = new RegExp(`${CHOICE_WORDS.join('|')}|决定|選びました|決定しました|に決めました|결정했`, 'iu');

const SENTENCE_CHARS = { least: 5, most: 300 } as const;
const READ_CHARS = 8_192;

/** A sentence of a text, without marks around and within it, and where it stands. */
interface SaidSentence {
  readonly text: string;
  readonly range: TextRange;
}

/** Finds the sentences of a user's message that set a rule; questions, and what the program around the model writes, do not count. */
export function rulesIn(message: string): SaidSentence[] {
  const spoken = spokenText(message);
  const rules = sentencesOf(spoken).filter(({ text }) => RULE.test(text) && !/[?？؟]\s*$/.test(text));
  return spoken === message ? rules : placedIn(withoutHarness(message), spoken, rules);
}

/** Finds the sentences of an agent's message that state a choice. */
export function choicesIn(message: string): SaidSentence[] {
  return sentencesOf(message).filter(({ text }) => CHOICE.test(text) && !/[?？؟]\s*$/.test(text));
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

/** Splits prose into sentences and lines; leaves out code, markup and quoted data. */
function sentencesOf(text: string): SaidSentence[] {
  const prose = text.slice(0, READ_CHARS).replace(CODE, (code) => '\n'.repeat(code.length));
  const ends = [...prose.matchAll(BETWEEN_SENTENCES)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
  return [...ends, { from: prose.length, to: prose.length }].flatMap(({ from: end }, at) => {
    const start = ends[at - 1]?.to ?? 0;
    const written = prose.slice(start, end).trimEnd();
    const from = start + BEFORE_SENTENCE.exec(written)![0].length;
    const said = written
      .slice(from - start)
      .replace(/\*\*|__/g, '')
      .trim();
    if (said.length < SENTENCE_CHARS.least || said.length > SENTENCE_CHARS.most || !isProse(said)) return [];
    return [{ text: said, range: { from, to: start + written.length } }];
  });
}

/** Returns true for text of mostly letters; a line of code or of a table has more other characters. */
function isProse(sentence: string): boolean {
  const letters = sentence.match(/[\p{L}\s]/gu)?.length ?? 0;
  return letters >= sentence.length * 0.75 && !sentence.startsWith('<');
}
