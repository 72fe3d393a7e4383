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

/** Finds the sentences of a user's message that set a rule; questions do not count. */
export function rulesIn(text: string): string[] {
  return sentencesOf(text).filter((sentence) => RULE.test(sentence) && !/[?？؟]\s*$/.test(sentence));
}

/** Finds the sentences of an agent's message that state a choice. */
export function choicesIn(text: string): string[] {
  return sentencesOf(text).filter((sentence) => CHOICE.test(sentence) && !/[?？؟]\s*$/.test(sentence));
}

/** Splits prose into sentences and lines; leaves out code, markup and quoted data. */
function sentencesOf(text: string): string[] {
  const prose = text.slice(0, READ_CHARS).replace(/```[\s\S]*?(?:```|$)/g, '\n');
  return prose
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/u)
    .map((sentence) =>
      sentence
        .replace(/\*\*|__/g, '')
        .replace(/^[\s>*#-]*(?:\d{1,2}[.)]\s+)?/, '')
        .trim(),
    )
    .filter((sentence) => sentence.length >= SENTENCE_CHARS.least && sentence.length <= SENTENCE_CHARS.most && isProse(sentence));
}

/** Returns true for text of mostly letters; a line of code or of a table has more other characters. */
function isProse(sentence: string): boolean {
  const letters = sentence.match(/[\p{L}\s]/gu)?.length ?? 0;
  return letters >= sentence.length * 0.75 && !sentence.startsWith('<');
}
