import { atFirstUse } from '../lazy/at-first-use.ts';
import { MONTH } from './absolute-dates.ts';
import { JOB_TITLE } from './job-title.ts';
import { KNOWN_PROGRAM } from './known-programs.ts';
import { NO_PERSON } from './no-person.ts';
import { DAYS_AHEAD, TOMORROW, WEEKDAY_TO_COME } from './relative-days.ts';
import { WEEKDAY } from './weekdays.ts';

/**
 * Form of a written value: a proper name, that of an employer, which may go on in small letters (`employer`), a form that
 * only values have (number, date, path, code), of these only amounts and dates (`measure`), or dates (`day`), the same
 * before its noun (`front`), a colour, path or quoted code (`code`), a name in a script without capitals (`place`), a date or
 * an amount as Chinese and Japanese write it (`unspaced`), the name of who speaks (`person`), the name of another beside a
 * word for him (`given`), a program (`tool`), one whose name shows that it is one (`product`), one that is known
 * or coined (`program`), one with its version (`versioned`), a line that is typed (`command`), what a body weighs or how tall it is
 * (`body`), what a setting is set to (`setting`), the title of a job (`title`), a month of a year (`month`), where a thing is kept or reached (`location`), or a short phrase.
 */
export type ValueForm =
  | 'name'
  | 'employer'
  | 'person'
  | 'given'
  | 'exact'
  | 'measure'
  | 'day'
  | 'front'
  | 'code'
  | 'place'
  | 'unspaced'
  | 'phrase'
  | 'word'
  | 'tool'
  | 'product'
  | 'versioned'
  | 'program'
  | 'command'
  | 'body'
  | 'setting'
  | 'title'
  | 'location'
  | 'month';

/** Range of a value in a text. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

const CLOCK = String.raw`\d{1,2}(?::\d\d)?\s?[ap]\.?m\b\.?|\d{1,2}(?:[:.]\d\d)?\s?uhr(?!\p{L})|\d{1,2}:\d\d(?::\d\d)?(?!\d)|\d{1,2}h\d\d(?![\p{L}\d])`;
const DAY = String.raw`\d{4}-\d\d-\d\d|(?:${WEEKDAY},?\s+)?(?:(?:${MONTH})\.?\s+\d{1,2}(?:st|nd|rd|th)?(?![\d%:.]\d)(?:,?\s+\d{4})?|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+|de\s+)?(?:${MONTH})(?![\p{L}])(?:,?\s+\d{4})?)|${WEEKDAY_TO_COME}|${WEEKDAY}(?:,?\s+the\s+\d{1,2}(?:st|nd|rd|th)|s)?|${TOMORROW}|${DAYS_AHEAD}|\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d/])`;
/** An hour behind a day, which is told without minutes in other languages. */
const HOUR = String.raw`(?:um|à|a las|alle|om|às|kl\.?)\s+\d{1,2}(?:h|[:.]\d\d)?(?:\s(?:uhr|uur|heures?|horas?))?(?![\p{L}\d]|[:.]\d)`;
/** From one hour to another of a day, and where that is the time. */
const SPAN = String.raw`\d{1,2}:\d\d(?:\s?[–-]\s?|\s+(?:to|until|till)\s+)\d{1,2}:\d\d(?!:?\d)(?:\s(?-i:UTC|GMT|[A-Z]{1,3}T)(?![\p{L}\p{N}]))?`;
const DATE = String.raw`(?:(?:${DAY})(?![\p{L}\p{N}]|['’]s)(?:,?\s+(?:(?:(?:at|from|between|,)\s+)?(?:${SPAN})|\d{1,2}:\d\d(?![:.]?\d)|(?:at|um|à|a las|alle|om|às|kl\.?)\s+(?:${CLOCK})|(?:${HOUR})))?|${SPAN}|${CLOCK}(?:\s+on\s+(?:${DAY})(?![\p{L}\p{N}]))?)`;
/** An amount with its thousands apart, as many languages write it: "8 000 euros". */
const THOUSANDS = String.raw`\d{1,3}(?:[ \u00A0\u202F]\d{3})+(?!\d)`;
const CURRENCY = String.raw`(?:${THOUSANDS}|\d[\d,.]*)\s?(?:€|£|(?:eur|usd|gbp|chf|euros?|dollars?)(?![\p{L}]))|[$€£¥₹₽]\s?\d[\d,.]*\d?(?:\s?(?:k|m|bn|million|billion|thousand)(?![\p{L}]))?|[$€£¥₹₽]\d`;
export const NUMBER_WORDS = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
/** Words that end a number's noun phrase. */
const STOP =
  'and|or|but|so|because|since|that|which|who|when|once|while|if|as|by|on|in|at|to|from|for|with|of|per|after|before|until|till|til|due|is|are|was|were|has|have|had|now|any|anymore|this|next|last|instead|though|although|can|could|will|would|should|without|within|using|during|through|via|than|then|too|already|also|again|ago|thanks|i|we|you|it|they|he|she|my|our|the|a|an|plus|including|covering|effective|starting|beginning|unless|spread|focusing|today|yesterday|tomorrow|total|every|each|across|over|under|between|about|around|these|those|just|only|temporarily|und|aber|seit|für|im|am|bei|auf|erhöht|angehoben|gesenkt|gekürzt|reduziert|geändert|gesetzt|gestiegen|gesunken|gefallen|verlängert|verkürzt|jetzt|et|pour|par|depuis|maintenant|désormais|y|por|desde|ahora|da|ora|adesso|desde|agora|voor|sinds|verhoogd|verlaagd|gewijzigd|gezet|nu|och|för|sedan|numera|bis|jusqu.(?:à|au|aux|en)|hasta|fino|até|tot|fram|zu|te|trop|de trop|de más|di troppo|a mais|en|dans|nel\\p{L}*';
const NOUN = String.raw`(?:[\s-](?!(?:${STOP})(?![\p{L}'’])|i['’])[\p{L}][\p{L}'’-]*){0,3}`;
const PER = String.raw`(?:\s?(?:/\s?|per\s+|an?\s+|each\s+|every\s+)(?:hour|day|week|month|year|night|second|minute|person|user|seat|item|request|unit)s?(?![\p{L}])|\s+(?:monthly|weekly|daily|yearly|annually|nightly)(?![\p{L}]))?`;
const AMOUNT = String.raw`(?:${CURRENCY}|\d[\d,]*(?:\.\d+)?\s?%(?!\s(?!(?:${STOP})(?![\p{L}'’]))\p{L})|(?:\d(?:[\d,]*\d)?(?:\.\d+)?(?![\p{N}.:/-]\p{N})|(?:${NUMBER_WORDS})(?=\s\p{L}))(?:\s?(?:ms|kb|mb|gb|tb|km|kg|lbs?|min|hrs?|[smhk])(?![\p{L}]))?${NOUN})${PER}`;
const VERSION = String.raw`v?\d+(?:\.\d+){1,3}(?:-[\w.]+)?(?![\w%])(?!\s?(?:%|€|£|(?:eur|usd|gbp|chf|euros?|dollars?|per\s?cent|prozent|pour\s?cent|por\s?ciento|por\s?cento|procent)(?![\p{L}])))`;
const QUOTE = String.raw`\x60[^\x60\n]{1,80}\x60|"[^"\n]{1,60}"|“[^”\n]{1,60}”|'[^'\n]{1,40}'(?!\p{L})`;
const LINK = String.raw`https?://[^\s<>"'\x60)\]]{3,200}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}`;
const PATH = String.raw`(?:~|\.{1,2})?(?:/[\w.@+-]+){1,12}/?|[\w.-]+(?:/[\w.@+-]+){1,12}/?|[\w-]+\.(?:[a-z]{1,5})(?![\p{L}\p{N}.])`;
const IDENTIFIER = String.raw`(?=[\w-]*[_\d])(?=[\w-]*\p{L})[\w]+(?:[-_]\w+)*|\p{Ll}+\p{Lu}[\p{L}\p{N}]*`;

/** Groups of a number that shows by its sign, its zero or its brackets that it counts nothing, and of one that is named. */
const PHONE = (() => {
  const named = String.raw`(?<=(?:phone|mobile|cell|fax|tel[eé]f|téléph|telefon|telefoon|handy|mobil|m[oó]vil|portable|celular|cellulare)[^.,;:!?]{0,32})`;
  return String.raw`\+\d[\d -]{5,18}\d|(?=(?:[ ()/-]{0,2}\d){7})(?:0\d{1,5}|\(\d{2,6}\))(?:[ /-]?\d{2,8}){1,6}|${named}\d{2,4}(?:[ .-]\d{2,8}){1,5}|\d{3,5}(?:-\d{2,8}){1,4}`;
})();
/** The number of a bank account, in groups or not. */
const IBAN = String.raw`(?-i:[A-Z]{2})\d\d(?: ?[\dA-Z]{4}){3,7}(?: ?[\dA-Z]{1,3})?(?![\p{L}\d])`;
const COLOUR = String.raw`#[\da-f]{3,8}|(?=[\da-f]{0,5}\d)[\da-f]{6}`;

/** Weights and heights of a body, with their units. */
export const WEIGHT = String.raw`(?<![\d.,])\d{2,3}(?:[.,]\d)?\s?(?:kg|kilo(?:s|gram(?:s|m|mes?)?|gramos?)?|chili(?:grammi)?|quilos?|lbs?|pounds|公斤|千克)(?![\p{L}\d])`;
export const HEIGHT = String.raw`(?<![\d.,])(?:[12](?:[.,]\d\d)\s?(?:m|met(?:er|re)s?|mètres?|metros?|metri)|1\d\d\s?(?:cm|cent[ií]m\p{L}+|zentimeter|厘米|公分)|[4-7]\s?(?:feet|foot|ft)(?:\s\d{1,2}(?:\s?(?:inches|in))?)?|[4-7]['’]\s?\d{1,2}(?:["”]|(?!\d)))(?![\p{L}\d])`;

/** The name or number of a machine, which its port or several dots tell from other words. */
const HOST = String.raw`(?:(?:localhost|(?=[\w-]*\p{L})[\p{L}\d][\p{L}\d-]*(?:\.[\p{L}\d][\p{L}\d-]*)+|\d{1,3}(?:\.\d{1,3}){3}):\d{2,5}(?!\d)|(?-i:[\p{Ll}\d][\p{Ll}\d-]*(?:\.[\p{Ll}\d][\p{Ll}\d-]*)+\.\p{Ll}{2,24})(?![\p{L}\d]))(?:/[\w.@+%-]+)*`;

/** Form of the name of a program. */
export const PROGRAM = String.raw`\x60[\w./@-]{1,40}\x60|[\p{L}][\p{L}\p{N}.+#/-]*(?:\s\p{Lu}[\p{L}\p{N}.+#-]*){0,2}`;

const EXACT = [DATE, PHONE, IBAN, LINK, HOST, QUOTE, VERSION, AMOUNT, PATH, IDENTIFIER, String.raw`\d[\d,.]*\d|\d`].map(
  (form) => new RegExp(form, form === IDENTIFIER || form === PATH ? 'uy' : 'iuy'),
);
/** First folders of paths that begin with no sign of one. */
const FOLDER =
  '(?:src|libs?|apps?|packages|docs?|config|conf|etc|var|tests?|tools|scripts|infra|deploy|data|assets|public|server|client|cmd|internal|pkg|bin|build|dist|charts|k8s|db|migrations)';
/** A place in code quotes or of a form that nothing but a place has: an address, a machine, a path, a file. */
export const LOCATION = String.raw`(?:\x60[^\x60\s]{2,80}\x60|[a-z][a-z\d+.-]{1,12}://[^\s<>"'\x60)\]]{2,200}|${HOST}|(?:~|\.{1,2})?/[\w@{][\w.@+{}*:-]*(?:/[\w.@+{}*:-]+)*/?|\.\w[\w-]*(?:/[\w.@+{}*-]+)+/?|${FOLDER}(?:/[\w.@+{}*-]+)+/?|[\w.@-]+(?:/[\w.@+{}*-]+)*/(?=[\s.,;!]|$)|(?-i:[\p{Ll}\d_.@])[\w.@-]*(?:/[\w.@+{}*-]+){2,}/?|[\w./@-]*[\w-]\.(?:ya?ml|json|toml|md|txt|ini|cfg|conf|env|sql|sh|log|csv|xlsx?|pdf|tf|sqlite|db))(?![\p{L}\p{N}_/])`;
const MONTH_OF_YEAR = new RegExp(`(?:${MONTH})(?:\\s(?:19|20)\\d\\d)?(?![\\p{L}\\p{N}])`, 'iuy');
const PLACED = new RegExp(LOCATION, 'iuy');
const WITH_UNIT = String.raw`\d[\d,]*(?:\.\d+)?(?:\s?(?:ms|kb|mb|gb|tb|km|kg|[smhk])(?![\p{L}])|-(?:hour|day|week|month|year|minute|second|word|page)(?!\p{L}))`;
const CODES = [COLOUR, LINK, QUOTE, PATH].map((form) => new RegExp(form, form === PATH ? 'uy' : 'iuy'));
/** A place or firm in Han or Kana, up to the mark or particle that ends it. */
const PLACE = /[\p{Script=Han}\p{Script=Katakana}ー]{2,12}?(?=[，。！,.!\s了]|に住|で働|に引|で暮|工作|上班|です|$)/uy;
const CLOCK_UNSPACED = '(?:上午|早上|中午|下午|晚上|午前|午後)?\\d{1,2}(?::\\d\\d|[点點時时](?!間)(?:半|\\d{1,2}分)?)';
const DAY_UNSPACED = '(?:\\d{4}年)?\\d{1,2}月\\d{1,2}[日号號]';
/** A date, a time of day, or an amount with its unit. */
export const UNSPACED_VALUE = `(?:${DAY_UNSPACED}(?:[的の]?${CLOCK_UNSPACED})?|${CLOCK_UNSPACED}|\\d[\\d,.]*(?:[万萬千百億亿]?(?:円|元|块|塊|欧元|美元|ユーロ|ドル)|%|毫秒|ミリ秒|秒|分钟|分鐘|小时|小時|時間|天|日間|人|个|個)?)`;
const UNSPACED = new RegExp(UNSPACED_VALUE, 'uy');
const MEASURES = [DATE, AMOUNT].map((form) => new RegExp(form, 'iuy'));
const DAYS = [new RegExp(DATE, 'iuy')];
/** Without the noun behind, which is what the value is of. */
const FRONTS = [DATE, CURRENCY, String.raw`\d[\d,]*(?:\.\d+)?\s?%`, WITH_UNIT].map((form) => new RegExp(form, 'iuy'));
const NAME =
  /\p{Lu}[\p{L}\p{M}\p{N}'’.+#-]*(?:,? (?!I(?:['’]|\s))(?:(?:of|de|del|la|le|am|upon|di|da|van|der|den|do) ){0,2}\p{Lu}[\p{L}\p{M}\p{N}'’.-]*){0,3}/uy;
/** Words for what an employer is, which a name may end in: "Östra sjukhuset", "Linden university". */
const INSTITUTION =
  '(?:university|college|school|hospital|clinic|library|museum|city council|bakery|brewery|sjukhus(?:et)?|universitet(?:et|ssjukhus(?:et)?)?|högskola(?:n)?|skola(?:n)?|bibliotek(?:et)?|kommun(?:en)?|vårdcentral(?:en)?|apotek(?:et)?|museet|sykehus(?:et)?|kommune(?:n)?|sygehus|hospital(?:et)?|yliopisto(?:lla)?|ziekenhuis|universiteit|hogeschool|gemeente|università|ospedale|universidad|universidade)';
const EMPLOYER = new RegExp(`(?:${NAME.source})(?: ${INSTITUTION}(?![\\p{L}\\p{N}'’-])){0,2}`, 'uy');
/** A name behind "I'm", as far as the words behind it leave nothing else that it may be. */
const PERSON = new RegExp(
  String.raw`(?!(?:${NO_PERSON})(?![\p{L}\p{N}]))\p{Lu}\p{Ll}[\p{Ll}\p{M}]*(?:-\p{Lu}[\p{Ll}\p{M}]+)?(?: \p{Lu}[\p{Ll}\p{M}'’]*(?:-?\p{Lu}[\p{Ll}\p{M}]+)?){0,2}(?=\s*(?:[.!,;–—]|$)|\s(?:(?:-|from|but|and (?:I|we|my|this|our|a|the)(?:['’]\p{L}+)?)\s|please))`,
  'uy',
);
/** A name of one or two words, as it stands beside what somebody is: "my daughter Maya". */
const GIVEN = new RegExp(
  String.raw`(?!(?:${NO_PERSON})(?![\p{L}\p{N}]))\p{Lu}\p{Ll}[\p{Ll}\p{M}]*(?:-\p{Lu}[\p{Ll}\p{M}]+)?(?: \p{Lu}\p{Ll}[\p{Ll}\p{M}]+)?(?![\p{L}\p{N}'’-]| \p{Lu}\p{Ll})`,
  'uy',
);
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]{1,30}/uy;
/** A program: a word, in backquotes or not, and more words where they have capitals. */
const TOOL = new RegExp(PROGRAM, 'uy');
/** The same with a capital, a digit or backquotes, which other words do not have. */
const PRODUCT =
  /\x60[\w./@-]{1,40}\x60|(?=\p{Lu}|\p{Ll}+[\p{Lu}\d.])\p{L}(?:[\p{L}\p{N}.+#/-]*[\p{L}\p{N}+#])?(?:\s\p{Lu}[\p{L}\p{N}+#-]*(?:\.\p{L}[\p{L}\p{N}]*)?){0,2}/uy;
/** A program with its version. */
const VERSIONED = /\p{Lu}[\p{L}.+#-]*\sv?\d+(?:\.\d+){0,2}/uy;
const KNOWN = atFirstUse(() => new RegExp(KNOWN_PROGRAM.replaceAll('~?', '\\s?').replaceAll('~', '\\s'), 'iuy'));
/** A command line: a program that is called there, and its arguments. */
const COMMAND =
  /(?:\.\/[\w./-]+|(?:pytest|vitest|jest|tox|nox|tsc)(?=\s*(?:[.,;!]|$))|(?:npm|npx|pnpm|yarn|bunx?|deno|node|nx|turbo|make(?!\s+(?:sure|it|them|the|an?)\s)|just(?=\s(?:test|build|lint|dev|start|deploy|format|fmt|check|run|ci|[a-z]+[:-][\w:-]+)\s*[.;!]?$)|cargo|go|pytest|python3?|poetry|uvx?|docker(?:\s|-)compose|docker|gradle|mvn|sbt|bazel|bundle|rake|rails|php|composer|dotnet|mix|flutter|vitest|jest|mypy|ruff|eslint|prettier)(?!\s[a-z]+(?<!\s(?:test|tests|build|lint|dev|start|deploy|format|fmt|check|install|ci|run|exec|compose|up|vet|generate|gen|migrate|release|publish|watch|serve|all|clean|package|verify|typecheck|types|unit|e2e|spec|sync|create|push|affected|assemble|compile|mod|tool|prod|bench|docs|codegen))\s*(?:[.,;!]|$))(?:\s(?!(?:or|and|now|instead|but|because|since|so|in|on|at|from|for|if|when|with|which|not|until|till|once|twice|by|most|mostly|unless|except|only|locally|usually|again|please|though|as)(?![\w-]))[\w@:=+,/.-]*[\w@:=+/-]){1,6})/uy;
const BODY = new RegExp(`${WEIGHT}|${HEIGHT}`, 'iuy');
const TITLE = atFirstUse(() => new RegExp(JOB_TITLE, 'iuy'));
const SETTING = /[^\s;,]{1,80}/uy;
const PHRASE = /[\p{L}\p{N}"“\x60$][^\n,;:!?()–—，。；：！？（）\uFFFC]{1,140}/uy;
const PHRASE_END =
  /\s+(?:and|but|because|so|since|which|who|when|while|if|as|after|before|until|though|although|whenever|where|instead|anymore|any (?:more|longer)(?=\s*(?:[.,;!]|$)|\s(?:but|and|so|because|since)\s)|unless|(?<!(?<!\p{L})(?:the|a|an|my|our|your|his|her|their)\s+)(?:last|next|this) (?:week|month|year|spring|summer|autumn|fall|winter)|for now|for the moment|now|these days|can|could|however|then|or|too|lately|(?:sehr|wirklich|besonders|mucho|muchísimo|beaucoup|molto|muito)(?=\s*(?:[.,;!]|$))|aber|sondern|mais|pero|mas|maar|но|ma non)(?![\p{L}'’])|\.(?=\s|$)|\s-\s|->|"(?=\s)/iu;
const APPROXIMATELY =
  /(?:(?:(?:about|around|approximately|roughly|nearly|almost|over(?!\s+(?:een\s+(?:dag|week)|\S+\s+(?:dagen|weken))(?!\p{L}))|only|just|exactly|at least|up to|a total of)(?!\p{L})|~)\s*){1,2}/iuy;

/** Reads a value of a form that begins at a place in a text; undefined where none does. */
export function readValue(text: string, at: number, form: ValueForm): ValueRange | undefined {
  switch (form) {
    case 'exact':
      return readExact(text, at, EXACT);
    case 'measure':
      return readExact(text, at, MEASURES);
    case 'day':
      return readExact(text, at, DAYS);
    case 'front':
      return readExact(text, at, FRONTS);
    case 'code':
      return readExact(text, at, CODES);
    case 'place':
      return trimmed(at, matchAt(PLACE, text, at));
    case 'unspaced':
      return trimmed(at, matchAt(UNSPACED, text, at));
    case 'person':
      return trimmed(at, matchAt(PERSON, text, at));
    case 'given':
      return trimmed(at, matchAt(GIVEN, text, at));
    case 'name':
      return trimmed(at, matchAt(NAME, text, at));
    case 'employer':
      return trimmed(at, matchAt(EMPLOYER, text, at));
    case 'word':
      return trimmed(at, matchAt(WORD, text, at));
    case 'tool':
      return trimmed(at, matchAt(TOOL, text, at));
    case 'product':
      return trimmed(at, matchAt(PRODUCT, text, at));
    case 'versioned':
      return trimmed(at, matchAt(VERSIONED, text, at));
    case 'program':
      return trimmed(at, matchAt(KNOWN(), text, at));
    case 'command':
      return trimmed(at, matchAt(COMMAND, text, at));
    case 'body':
      return trimmed(at, matchAt(BODY, text, at));
    case 'setting':
      return trimmed(at, matchAt(SETTING, text, at));
    case 'month':
      return trimmed(at, matchAt(MONTH_OF_YEAR, text, at));
    case 'title':
      return trimmed(at, matchAt(TITLE(), text, at));
    case 'location':
      return trimmed(at, matchAt(PLACED, text, at));
    case 'phrase': {
      const read = matchAt(PHRASE, text, at);
      if (read === undefined) return undefined;
      // A phrase that is longer than is read ends behind a word.
      const whole = /^[\p{L}\p{N}]/u.test(text.slice(at + read.length)) ? read.replace(/\s+\S*$/u, '') : read;
      const end = whole.search(PHRASE_END);
      return trimmed(at, end === -1 ? whole : whole.slice(0, end));
    }
  }
}

function readExact(text: string, at: number, forms: readonly RegExp[]): ValueRange | undefined {
  const from = at + (matchAt(APPROXIMATELY, text, at)?.length ?? 0);
  for (const pattern of forms) {
    const whole = matchAt(pattern, text, from);
    const range = trimmed(from, whole);
    if (range !== undefined && !goesOn(text.slice(range.from, range.to), text.slice(range.to, range.to + 2))) return range;
  }
  return undefined;
}

/** A value ends where its word ends: "88213" is only a part of "88213-B", "4711" of "4711 8815", and "db_a" of "db_a.orders". */
function goesOn(value: string, behind: string): boolean {
  if (/^[\w-]*[a-z_][\w-]*$/iu.test(value) && /^\.\p{Ll}/u.test(behind)) return true;
  return /^(?:[\p{L}\p{N}_%]|-[\p{L}\p{N}])/u.test(behind) || (/^\p{L}{0,2}\d+$/u.test(value) && /^ \d/u.test(behind));
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function trimmed(at: number, whole: string | undefined): ValueRange | undefined {
  const value = whole?.replace(/[\s.,:'’。！、，-]+$/u, '');
  return value === undefined || value === '' ? undefined : { from: at, to: at + value.length };
}
