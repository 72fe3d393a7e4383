import { wordsOf } from './normal-words.ts';

/** Matches "never" and "always" in the languages in which standing orders are read by their words. */
const NEVER = /(?<!\p{L})(?:nie|niemals|jamais|nunca|jamás|mai|nooit|aldrig)(?!\p{L})/iu;
const ALWAYS = /(?<!\p{L})(?:immer|stets|toujours|siempre|sempre|altijd|alltid)(?!\p{L})/iu;

/** Words of "again" in a sentence that lifts a ban. */
const AGAIN =
  /(?<!\p{L})(?:wieder|(?:à|de) nouveau|volver a|otra vez|de nuevo|nuevamente|tornare ad?|di nuovo|nuovamente|voltar a|de novo|outra vez|novamente|weer|igen)(?!\p{L})/iu;

/** Words that say nothing of what an order is about: articles, pronouns, and words of time, politeness and denial. */
const EMPTY: ReadonlySet<string> = new Set(
  [
    'nie niemals immer stets bitte wieder jetzt nun ab sofort von an der die das den dem ein eine einen einem einer keine keinen kein nicht mehr',
    "jamais toujours désormais maintenant à de nouveau le la les l' un une des du d' ne n' pas plus que s'il te plaît",
    'nunca jamás siempre ya otra vez nuevo nuevamente volver el los las una unos unas por favor no más',
    'mai sempre di nuovo nuovamente tornare ad ora il lo i gli uno dei delle degli per favore non più',
    'já agora outra novo novamente voltar o a os as um uma não mais',
    'nooit altijd weer nu voortaan vanaf het een geen niet meer alsjeblieft',
    'aldrig alltid igen en ett inga inte',
  ]
    .join(' ')
    .split(' '),
);
/** Elided articles and denials in front of a word: "n'utilise", "d'emojis". */
const ELIDED = /^(?:n|d|l|qu)'/u;
/** Verbs of use, which are left out beside what only can be used. */
const USE = /^(?:verwend|benutz|nutz|utilis|us|gebruik|använd|pon|mett|colo[cq]u?)(?:e|en|est|er|es|ez|ar|are|a|i|t)?$/u;
/** Ways in which answers are written, which have one name in all languages. */
const WAYS: readonly (readonly [string, RegExp])[] = [
  ['emojis', /^(?:[eé]mojis?|emoticonos?)$/u],
  ['markdown', /^markdown$/u],
  ['haikus', /^haikus?$/u],
];
const ENDING = /(?:are|ere|ire|est|en|er|ez|ar|ir|es|as|os|e|a|i|o|r|s|t|n)$/u;

interface OrderElsewhere {
  readonly isBan: boolean;
  readonly about: string;
  readonly isElsewhere: true;
}

/** Returns what an order in another language than English asks for or forbids; undefined for words that are none. */
export function orderElsewhere(value: string): OrderElsewhere | undefined {
  const isBan = NEVER.test(value);
  return isBan || ALWAYS.test(value) ? { isBan, about: aboutOf(value), isElsewhere: true } : undefined;
}

/** Returns what a sentence in another language than English allows again; undefined for every other one. */
export function allowedElsewhere(value: string): OrderElsewhere | undefined {
  return AGAIN.test(value) ? { isBan: false, about: aboutOf(value), isElsewhere: true } : undefined;
}

/** Returns true for what has one name in all languages. */
export function isWay(about: string): boolean {
  return WAYS.some(([name]) => name === about);
}

/** Returns what an order is about: its words without endings, or a way to answer by its English name. */
function aboutOf(value: string): string {
  const words = wordsOf(value)
    .map((word) => word.replace(ELIDED, ''))
    .filter((word) => !EMPTY.has(word));
  const things = words.filter((word) => !USE.test(word));
  const way = things.length === 1 ? WAYS.find(([, names]) => names.test(things[0]!))?.[0] : undefined;
  return way ?? words.map((word) => (word.length < 4 ? word : word.replace(ENDING, ''))).join(' ');
}

/** Returns true for one thing; German and Dutch put the verb behind it, or in front: "verwende Tabs", "Tabs verwenden". */
export function isAboutOne(a: string, b: string): boolean {
  return a === b || verbFirst(a) === b || verbFirst(b) === a;
}

function verbFirst(words: string): string {
  const at = words.lastIndexOf(' ');
  return at === -1 ? words : `${words.slice(at + 1)} ${words.slice(0, at)}`;
}
