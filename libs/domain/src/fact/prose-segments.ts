import { askedToTranslate } from './asked-to-translate.ts';
import { withoutByTheWay } from './by-the-way.ts';
import { handedOverFrom } from './handed-over.ts';
import { HEADINGS_NOT_SO } from './headings-not-so.ts';
import { isMarkedIrony, isSneered } from './irony.ts';
import { MADE_UP } from './made-up.ts';
import { ELEMENT, replaceElements } from './markup-elements.ts';
import { isClock, isDay, unitOf } from './normal-value.ts';
import { singular } from './normal-words.ts';
import { patternsByWords } from './patterns-by-words.ts';
import { TAKES_BACK } from './puts-right.ts';
import { withShortIs } from './short-is.ts';
import { NUMBER_WORDS } from './value-forms.ts';

/** A stretch of a text that states something: a sentence, or what stands before the question at its end. */
export interface Segment {
  /** Range in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Its text: quoted speech blotted out, spaces for "by the way", a word for a short "is"; as long as the range. */
  readonly text: string;
  /** Nothing stands before it in the whole text but a greeting. */
  readonly isFirst: boolean;
  /** Nothing stands behind it either. */
  readonly isAlone: boolean;
  /** Praise that hardly anybody means stands before it ("Oh great, another outage."), or a face that sneers in it. */
  readonly isSneered: boolean;
}

const SENTENCE_CHARS = { least: 4, most: 600 } as const;
const GREETING_CHARS = 40;
/** Characters behind a sentence that say whether it is taken back, and before it whether it is meant. */
const TAKEN_BACK_CHARS = 96;
const SNEERED_CHARS = 64;
/** Characters behind a sentence that say that it was irony. */
const IRONY_CHARS = 40;
/** Most segments read of one text. */
const MAX_SEGMENTS = 1_024;

const GREETING =
  /^\s*(?:(?:hi|hello|hey|(?:good )?(?:morning|afternoon|evening)|good day|greetings|moin|hallo|salut|bonjour|hola)(?:[ ,]+(?:there|all|everyone|everybody|team|folks))?\s*[,.!:)–-]*\s*)?$/iu;

/** Stands for a character that is not the speaker's own words; no pattern matches it. */
const BLOT = '\uFFFC';

/** Words by which a speaker names himself. */
export const SPEAKER = 'I|we|ich|wir|je|nous|yo|io|eu|ik|wij|jag|vi';
/** The line in which another is said to have written what stands below it; the speaker himself is none. */
const WROTE = `[^\\n]{0,160}(?<!(?<!\\p{L})(?:${SPEAKER})(?:[’'](?:ve|d))?\\s+(?:(?:already|just|also|once|only|again|now|then|first|later|(?<=(?:^|[,.;]\\s+|(?<!\\p{L})(?:as|what|like|which)\\s+)\\p{L}+\\s+)(?:have|had)|\\p{L}+ly|schon|bereits|auch|gerade|eben|vorhin|gestern|zuletzt|al|net|ook|redan|också)\\s+)?)(?<!\\p{L})(?:wrote|writes|sent|said|says|replied|posted|schrieb|schreibt|a écrit|escribió|ha scritto|escreveu|schreef|skrev)(?:\\s+(?:me|us|this|back|mir|uns|to\\s+(?:me|us)))*\\s*:`;
/** A text of others as the source: "From the docs:", "Their README:", "The README says:". One's own says what is so. */
const SOURCE =
  "(?:(?:from|in|per|according\\s+to)\\s+)?(?:the|their|this|his|her|an?|some)\\s+(?:[\\p{L}\\p{N}’'-]+\\s+){0,2}?(?:docs?|documentation|readme|manual|guide|wiki|spec|article|blog|tutorial|book|ad|listing|e-?mail|letter|website|site|faq|changelog|announcement)(?:\\s+(?:says|reads|states|goes|i\\s+(?:found|got|read|saw)))?\\s*:";
const REST = '[ \\t]*\\n[\\s\\S]*';
/** The lines below a line, or below an empty one behind it, up to the next empty one. */
const PARAGRAPH = '[ \\t]*\\n\\n?(?:[^\\n]+(?:\\n|$))+';
const TRANSLATE = '(?:translate|rephrase|paraphrase|proofread|übersetze|traduis|traduce|traduci|traduza|vertaal|översätt)';
/** Matches words before it by which it was done, or is done by others: "I had to translate this", "They made me proofread this". */
const REPORTED =
  "(?<!\\p{L})(?:had\\s+to|used\\s+to|(?:was|were|been|got)\\s+(?:asked|told|hired|paid|made)\\s+to|(?:made|helped)\\s+(?:me|us|him|her|them)|(?:did\\s+not|didn[’']t|could\\s+not|couldn[’']t|can\\s?not|can[’']t|never)|let\\s+me|(?<!(?:can|could|shall|should|would|will|may)\\s+)(?:I|we|they|ich|wir|je|ik|jag)(?:[’']ll)?(?:\\s+(?:will|also|often|usually|always|sometimes))?)\\s+";
const THESE = '(?:this|the following|dies\\p{L}*|folgende\\p{L}*|ceci|esto|questo|isto|dit|detta)';

/** Code, markup blocks, lines quoted from elsewhere, rows of tables, what is given to be worked on or as an example. */
const FOREIGN = [
  /```[\s\S]*?(?:```|$)/g,
  /~~~[\s\S]*?(?:~~~|$)/g,
  ELEMENT,
  /^[ \t]*(?:>|\|).*$/gm,
  /^(?: {4,}|\t+)\S.*$/gm,
  /^[ \t]*\/[/*].*$/gm,
  /^[ \t]*(?:\S{1,40}[ \t]){0,3}?\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|CRITICAL)\]?[: \t].*$/gm,
  /^[ \t]*\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\]?[ \t,-]*[\p{L}\p{N}_.@ -]{1,32}:[ \t].*$/gimu,
  /^[ \t>-]*(?:begin )?(?:forwarded message|original message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht)(?!\p{L})[^\n]*\n[\s\S]*/gimu,
  // A mail with its header goes on to the end, and so does a letter with a salutation; other words of another to the empty line.
  new RegExp(`^${WROTE}(?<=(?:@|\\d{4}|\\d:\\d\\d)[^\\n]*)${REST}`, 'gimu'),
  new RegExp(
    `^${WROTE}[ \\t]*\\n\\n?(?:(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|salut|hola|ciao|olá|hej|beste)(?!\\p{L})[^\\n]{0,40}|[^\\n]{1,40},)[ \\t]*${REST}`,
    'gimu',
  ),
  new RegExp(`^${WROTE}${PARAGRAPH}`, 'gimu'),
  // What stands behind the colon in its line, and no statement of who tells it.
  new RegExp(`(?<=^${WROTE})[ \\t]+[^\\n]+`, 'gimu'),
  new RegExp(`^[ \\t]*${SOURCE}(?:${PARAGRAPH}|[ \\t]+[^\\n]+(?:\\n|$))`, 'gimu'),
  // A list or paragraph below such a heading, which is marked as one or ends in a colon.
  new RegExp(
    `^[ \\t]*(?:#{1,6}[ \\t]+[*_]*(?:open )?(?:${HEADINGS_NOT_SO})[*_]*:?|[*_]*(?:open )?(?:${HEADINGS_NOT_SO})[*_]*:[*_]*)[ \\t]*${PARAGRAPH}`,
    'gimu',
  ),
  /^[^\n]{0,60}(?<!\p{L})(?:output|logs?|stdout|stderr|traceback|excerpt|stack ?trace|transcript|console)\s*:[ \t]*\n(?:[^\n]+(?:\n|$))+/gimu,
  /(?<!\p{L})(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e|shorten|polish|(?:write|draft|compose|send)[^\n:.]{0,40}\s(?:e-?mail|mail|message|letter|post|text|reply|tweet|note|announcement))(?!\p{L})[^\n:]{0,80}:(?:[ \t]*\n[\s\S]*|[^\n]*)/giu,
  new RegExp(
    `(?<!\\p{L})${TRANSLATE}(?!\\p{L})(?<!${REPORTED}${TRANSLATE})[^\\n:.!?]{0,40}?(?<!\\p{L})${THESE}(?!\\p{L})[^\\n:.!?]{0,40}[:.!?][\\s\\S]*`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})${TRANSLATE}(?!\\p{L})[^\\n:.]{0,40}?(?<!\\p{L})${THESE}(?!\\p{L})[^\\n:.]{0,40}:[\\s\\S]*`, 'giu'),
  /(?<!\p{L})(?:(?:correct|check|improve|fix)\s(?:my|the|this|these)\s(?:grammar|spelling|sentences?|paragraph|translation)|(?:write|compose|draft)[^\n:.]{0,30}\s(?:poem|story|song|lyrics|novel|dialogue|monologue|bio|sketch|scene))(?!\p{L})[^\n:.]{0,60}:(?:[ \t]*\n[\s\S]*|[^\n]*)/giu,
  /(?<!\p{L})(?:example|sample|e\.g\.)\s*:[^\n]*/giu,
  /^[ \t]*(?:subject|betreff|objet|asunto|oggetto|assunto|onderwerp)\s?:[\s\S]*/gimu,
  ...MADE_UP,
];
/** Most texts have the words of few of them, or of none. */
const foreignIn = patternsByWords(() => FOREIGN);
/**
 * Speech of four words or more in quotes; a shorter quote is a name or a value. None holds its own opening sign, so that many
 * of these are read once.
 */
const QUOTED = /(?:"[^"\n]{1,2000}"|“[^“”\n]{1,2000}”|„[^„“”\n]{1,2000}[“”]|«[^«»\n]{1,400}»|「[^「」\n]{1,400}」)/gu;
const SPEECH_WORDS = 4;

const BOUNDARY =
  /\n+|(?<=[.!?]["”’)]?)(?<!(?<!\p{L})(?:am|de[mnr]|zum|bis|ab|vom)\s\d{1,2}\.(?=\s+\p{Lu}\p{Ll}+))(?<!(?<!\p{L})(?:Dr|Mr|Mrs|Ms|Prof|St|vs|etc|approx|[eE]\.g|[iI]\.e|z\.B|bzw)\.)\s+|(?<=[。！？])|;\s+|->->[\s\d,]*|\uFFFC{2,}/gu;
const QUESTION = /[?？؟]["'”’»)\]*_]*\s*$|^\s*¿/u;
/** Finds a question behind a statement: ", can you ...", ", so how do I ...". */
const ASKING =
  /(?:[,–—]|\s-)\s+(?:(?:and|but|so|then|also|now|or)\s+)*(?:can|could|would|will|should|shall|do|does|did|is|are|am|was|were|have|has|may|how|what|which|why|when|where|who|whose|any|got any|kannst|können|könntest|wie|was|warum|wann|wo|welche\p{L}*|peux|pouvez|pourrais|comment|pourquoi|quel\p{L}*|puedes|podrías|cómo|qué|cuál|puoi|potresti|come|quale|você pode|pode|como|qual|kun|kan|hoe|wat|waarom|hur|vad|varför|можешь|можете|как|что|почему)(?:(?<=what|how|where|when)['’]s)?(?![\p{L}'’-])/iu;
/** Asks whether the statement before it is so: "the port is 4100, or does it change?" does not. */
const TAG =
  /[,–—]\s+(?:or\s+)?(?:am|is|are|does|do|did|was|were|has|have|will|would|should|can|could)(?:n['’]t)?\s+(?:it|they|we|i|he|she|there|that|this)(?:\s+not)?\s*[?？]/iu;
/** Requests that begin behind a statement also where no question mark ends them. */
const REQUESTING =
  /[,–—]\s+(?:(?:and|but|so|then|also)\s+)*(?:can you|could you|would you|will you|can i|should i|how (?:can|do|should|would) i|what should i|do you|please|help me)(?![\p{L}'’-])/iu;
/** A next sentence that takes this one back, or doubts it: "Just kidding.", "No wait, 60.", "Or so they say." */
const TAKEN_BACK = new RegExp(
  `^["”’)]?\\s*(?:[-–—]\\s*)?(?:(?:well|haha|lol|oh|ah|hm+|äh|ach|ah|bueno|enfin),?\\s+)?(?:${[
    "(?:just |only |i[’']m )?(?:kidding|joking)|jk",
    'not(?=\\s*(?:[.!…]|$))|as if(?=\\s*(?:[.!…]|$))|i wish(?=\\s*(?:[.!…]|$))|said no ?one|yeah,? right|in my dreams',
    `(?:${TAKES_BACK.replaceAll('~', '\\s+')})(?=\\s*(?:[,.!:;…–—-]|$)|\\s+(?:it|that|the|i|we|make)[\\s’'])`,
    'or so (?:i|they|he|she|people|(?:my|the|our) (?:\\p{L}+ )?\\p{L}+) (?:say|said|says|think|thinks|thought|claims?|claimed|hopes?|hear|heard|was told|am told)',
    "(?:or )?(?:at least )?that[’']s what (?:he|she|they|people|everyone|(?:my|the|our|her|his|their) (?:\\p{L}+ ){1,2}|\\p{L}+ )\\s?(?:says?|said|thinks?|thought|claims?|claimed|told|hopes?|believes?|wants?)",
    "(?:but )?(?:i[’']m )?not (?:\\S+ )?(?:sure|certain)(?=\\s*(?:[.!,…]|$|though|about (?:that|it)))|(?:i think|i guess|maybe|probably|perhaps)(?=\\s*(?:[.!…]|$))|or (?:is|was|are|were) (?:it|that|they)\\s[^.!?]{0,60}\\?",
    "(?:but )?(?:only|just) (?:until(?! (?:further|recently|now|then))|for (?:now|today|tonight|this \\p{L}+|an? (?:day|week|month)|(?:the )?(?:next )?(?:two|three|\\d+) (?:days|weeks)))|(?:aber )?nur (?:bis|(?:für )?(?:heute|diese woche|einen tag))|(?:mais )?(?:seulement|juste) (?:jusqu['’]\\p{L}+|(?:pour )?aujourd['’]hui)|(?:pero |ma )?s[oó]lo (?:(?:por )?hoy|hasta|fino|(?:per )?oggi)|(?:mas )?só (?:(?:por )?hoje|até)|(?:maar )?alleen (?:(?:voor )?vandaag|tot)|(?:temporarily|vorübergehend|vorläufig|temporairement|temporalmente|temporaneamente|temporariamente|tijdelijk)(?=\\s*(?:[.!…]|$))",
    '(?:(?:das )?war )?(?:nur |bloß )?(?:ein(?:en)? )?(?:scherz|spaß|spass|witz)|nicht(?=\\s*[.!])|nein,? (?:spaß|spass|quatsch|scherz)|quatsch|stimmt (?:gar )?nicht|schön wär',
    "(?:non,? )?je (?:plaisante|rigole)|(?:ou pas|o no|ou não|o forse no)(?=\\s*[.!])|c[’']est une blague|(?:es |era )?broma|es mentira|mentira|scherzo|(?:é |foi )?brincadeira|grapje|jag skojar|skojar|skämt|шучу|шутка",
  ].join('|')})(?!\\p{L})|^(?:开玩笑|骗你的|不对|等等|冗談|うそ|嘘)`,
  'iu',
);
/** Another number in the next sentence, with its unit: "Sorry, 60 seconds." It takes the number of this one back. */
const CORRECTED =
  /^["”’)]?\s*(?:[-–—]\s*)?(?:(?:well|haha|lol|oh|ah|hm+),?\s+)?(?:(?:nope|sorry|bueno),?\s+(?:(?:i\s+meant?(?:\s+to\s+say)?|make\s+(?:that|it)),?\s+)?|(?:i\s+meant?|make\s+(?:that|it)),?\s+)(?<number>(?:[$€£¥]\s?)?\d(?:[\d.,:/-]*\d)?)(?:\s*(?:$|[.!?…,;\n–—])|\s?(?<unit>[%€£]|\p{L}+))/iu;
/** Words behind a number that count nothing: "Sorry, 8081 it is." */
const NO_UNIT =
  /^(?:it|its|is|was|are|were|i|we|they|that|this|for|in|at|on|of|to|from|by|with|per|an?|each|every|and|or|but|as|since|now|then|not|instead|actually|again|sorry|please|obviously|rather|today|st|nd|rd|th)$/iu;
const MEASURE = /^(?:duration|bytes|[%$€£¥])$/u;
const PLURALS = new Map(Object.entries({ children: 'child', people: 'person', men: 'man', women: 'woman', feet: 'foot' }));
const COUNTED = String.raw`(?:one|${NUMBER_WORDS})(?!\p{L})`;
/** A number with the word behind it. */
const AMOUNT = new RegExp(String.raw`(?:[$€£¥]\s?)?(?<![\p{L}\d])(?:\d(?:[\d.,:/-]*\d)?|${COUNTED})(?:\s?(?:[%€£]|\p{L}+))?`, 'giu');
const NUMBER = new RegExp(String.raw`\d|(?<!\p{L})${COUNTED}`, 'iu');
/** The end of a rate with a short form in it: "50 req. /s". */
const RATE = /\d\S*\s*(?:reqs?|msgs?|ops|trans)\.\s+\/s/iu;
/** Speech whose end quote is in another line. */
const OPEN_QUOTE = /^["“„«]/u;
/** Words of a text in which nearly all are letters; a line of code or of a table has more other characters. */
const LEAST_LETTERS = 0.6;

/** Splits a text into the segments that state something. Linear in the text. */
export function segmentsOf(text: string): Segment[] {
  const own = blotForeign(text);
  const segments: Segment[] = [];
  const add = (start: number, end: number): void => {
    const segment = segmentAt(own, start, end);
    if (segment !== undefined && segments.length < MAX_SEGMENTS) segments.push(segment);
  };
  let start = 0;
  for (const { index, 0: whole } of own.matchAll(BOUNDARY)) {
    add(start, index);
    start = index + whole.length;
  }
  add(start, own.length);
  return segments;
}

function blotForeign(text: string): string {
  const blot = (whole: string): string => BLOT.repeat(whole.length);
  const spoken = askedToTranslate(text).reduce(
    (rest, { from, to }) => rest.slice(0, from) + blot(rest.slice(from, to)) + rest.slice(to),
    text,
  );
  const rest = foreignIn(spoken).reduce((left, at) => {
    const pattern = FOREIGN[at]!;
    return pattern === ELEMENT ? replaceElements(left, blot) : left.replace(pattern, blot);
  }, spoken);
  const handedOver = handedOverFrom(rest) ?? rest.length;
  const own = rest.slice(0, handedOver) + blot(rest.slice(handedOver));
  return own.replace(QUOTED, (whole) => (whole.trim().split(/\s+/).length >= SPEECH_WORDS ? blot(whole) : whole));
}

function segmentAt(own: string, start: number, end: number): Segment | undefined {
  if (end - start > 2 * SENTENCE_CHARS.most) return undefined;
  if (isTakenBack(own.slice(start, end), own.slice(end, end + TAKEN_BACK_CHARS))) return undefined;
  if (isMarkedIrony(own.slice(start, end), own.slice(end, end + IRONY_CHARS)) && !RATE.test(own.slice(Math.max(start, end - 16), end + 8)))
    return undefined;
  let [from, to] = [start, end];
  const lead = /^[\s*#•-]*(?:\d{1,2}[.)]\s+)?[\s*_]*/u.exec(own.slice(from, to))![0].length;
  from += lead;
  let said = own.slice(from, to);
  if (QUESTION.test(said)) {
    const asking = ASKING.exec(said);
    if (asking === null || TAG.test(said)) return undefined;
    said = said.slice(0, asking.index);
  }
  const requesting = REQUESTING.exec(said);
  if (requesting !== null) said = said.slice(0, requesting.index);
  said = said.trimEnd();
  to = from + said.length;
  if (OPEN_QUOTE.test(said) || said.length < SENTENCE_CHARS.least || said.length > SENTENCE_CHARS.most || !isProse(said)) return undefined;
  const isFirst = GREETING.test(own.slice(0, Math.min(from, GREETING_CHARS + 1)));
  return {
    from,
    to,
    text: withShortIs(withoutByTheWay(said)),
    isFirst,
    isAlone: isFirst && own.slice(to).trim() === '',
    isSneered: isSneered(own.slice(Math.max(0, from - SNEERED_CHARS), from), said, own.slice(end, end + IRONY_CHARS)),
  };
}

/** Behind an empty line something else begins. */
function isTakenBack(sentence: string, behind: string): boolean {
  return !/^[ \t\r]*\n[ \t\r]*\n/u.test(behind) && (TAKEN_BACK.test(behind) || correctsNumber(behind, sentence));
}

/**
 * Returns true where words behind a sentence give another number for one in it: alone, or with a unit that it has. Only a
 * thing that is not in the sentence is counted for itself: "2 more questions".
 */
function correctsNumber(behind: string, sentence: string): boolean {
  const corrected = CORRECTED.exec(behind);
  if (corrected === null || !NUMBER.test(sentence)) return false;
  const { number, unit } = corrected.groups!;
  if (unit === undefined || NO_UNIT.test(unit)) return true;
  const counted = dimensionOf(`${number} ${unit}`);
  if (counted === 'when') return isDay(sentence) || isClock(sentence);
  const said = (sentence.match(AMOUNT) ?? []).map(dimensionOf);
  if (said.includes(counted) || (MEASURE.test(counted) && said.includes('') && !isDay(sentence))) return true;
  return (sentence.match(/\p{L}+/gu) ?? []).some((word) => oneOf(word) === oneOf(unit));
}

/** Returns the thing that an amount counts, without how often. */
function dimensionOf(amount: string): string {
  const unit = unitOf(amount).replace(/^([$€£¥])\s.*$/u, '$1');
  return NO_UNIT.test(unit) ? '' : unit;
}

function oneOf(noun: string): string {
  const word = noun.toLowerCase();
  return PLURALS.get(word) ?? singular(word);
}

function isProse(sentence: string): boolean {
  // The other characters are few, so that to leave them out costs less than to collect the letters.
  const letters = sentence.replace(/[^\p{L}\p{M}\p{N}\s'’.,$€£%:-]/gu, '').length;
  return letters >= sentence.length * LEAST_LETTERS && /\p{L}/u.test(sentence);
}
