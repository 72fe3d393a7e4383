import { wholeWords } from '../terms/whole-words.ts';
import { DAY_MS, startOfDay } from '../time/utc-day.ts';
import { DAYS_AHEAD, daysAhead, NAMED_WEEKDAY, NO_MORNING, whichWeekday } from './relative-days.ts';
import { englishWeekday } from './weekdays.ts';

/** A date that a text names, made absolute in UTC: `to` excluded. */
export interface NamedDate {
  readonly at: number;
  readonly end: number;
  readonly fromTime: number;
  readonly toTime: number;
}

/** Direction of a date that lacks its year or direction: the nearest in that direction is taken. */
export type Direction = 'past' | 'future' | 'near';

const MONTHS: readonly string[][] = [
  'january jan januar janvier enero gennaio janeiro januari января',
  'february feb februar février febrero febbraio fevereiro februari февраля',
  'march mar märz mars marzo março maart марта',
  'april apr avril abril aprile апреля',
  'may mai mayo maggio maio mei maj мая',
  'june jun juni juin junio giugno junho июня',
  'july jul juli juillet julio luglio julho июля',
  'august aug août agosto augustus augusti августа',
  'september sep sept septembre septiembre settembre setembro сентября',
  'october oct oktober octobre octubre ottobre outubro октября',
  'november nov novembre noviembre novembro ноября',
  'december dec dezember décembre diciembre dicembre dezembro декабря',
].map((names) => names.split(' '));
const MONTH_OF = new Map(MONTHS.flatMap((names, month) => names.map((name): [string, number] => [name, month])));
/** Matches the name of a month in the languages that are read, longer names first. */
export const MONTH = [...MONTH_OF.keys()].toSorted((a, b) => b.length - a.length).join('|');
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** Days from today. Words that are certain in their language. */
const DAY_WORDS: Readonly<Record<string, number>> = {
  today: 0,
  tonight: 0,
  'this morning': 0,
  'this evening': 0,
  'this afternoon': 0,
  yesterday: -1,
  'last night': -1,
  tomorrow: 1,
  'the day before yesterday': -2,
  'the day after tomorrow': 2,
  heute: 0,
  gestern: -1,
  vorgestern: -2,
  übermorgen: 2,
  "aujourd'hui": 0,
  'aujourd’hui': 0,
  hier: -1,
  'avant-hier': -2,
  demain: 1,
  'après-demain': 2,
  hoy: 0,
  ayer: -1,
  anteayer: -2,
  'pasado mañana': 2,
  oggi: 0,
  ieri: -1,
  domani: 1,
  dopodomani: 2,
  'dopo domani': 2,
  hoje: 0,
  ontem: -1,
  amanhã: 1,
  'depois de amanhã': 2,
  vandaag: 0,
  gisteren: -1,
  overmorgen: 2,
  igår: -1,
  idag: 0,
  imorgon: 1,
  'i morgon': 1,
  iövermorgon: 2,
  'i övermorgon': 2,
  сегодня: 0,
  вчера: -1,
  завтра: 1,
  послезавтра: 2,
  позавчера: -2,
};
/** `hier` is French for yesterday and German for here. */
const UNCERTAIN = new Set(['hier']);
const DAY_WORDS_UNSPACED: Readonly<Record<string, number>> = { 今天: 0, 昨天: -1, 明天: 1, 今日: 0, 昨日: -1, 明日: 1 };

const word = (inner: string): RegExp => new RegExp(wholeWords(inner), 'iu');
const ISO = /(?<![\d-])((?:19|20)\d\d)-(\d\d)-(\d\d)(?![\d-])/u;
const CJK = /((?:19|20)\d\d)年(?:(\d{1,2})月(?:(\d{1,2})[日号號])?)?/u;
const CJK_DAY = /(?<![\d年])(\d{1,2})月(\d{1,2})[日号號]/u;
const CJK_MONTH = /(?<![\d年])(\d{1,2})月(?!\d)/u;
const MONTH_DAY = word(`(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%])(?:,?\\s+((?:19|20)\\d\\d))?`);
const DAY_MONTH = word(`(\\d{1,2})(?:st|nd|rd|th|er|\\.)?\\s+(?:of\\s+|de\\s+)?(${MONTH})(?:,?\\s+(?:de\\s+|del\\s+)?((?:19|20)\\d\\d))?`);
const MONTH_YEAR = word(`(${MONTH})\\.?,?\\s+(?:of\\s+|de\\s+|del\\s+)?((?:19|20)\\d\\d)`);
/** A month alone needs a word before it, because `may` and `march` are verbs. */
const MONTH_ALONE = word(
  `(?:in|since|until|by|from|last|next|this|of|early|mid|late|till?|through|seit|ab|bis|im|ende|depuis|à\\s+partir\\s+de|jusqu['’]en|en|desde|hasta|fin(?:ales)?\\s+de|dal?|fino\\s+a|fine(?:\\s+di)?|a|a\\s+partire?\\s+d[ae]|em|até|fi(?:m|nal)\\s+de|från|sedan|sinds|vanaf|tot|eind)\\s+(${MONTH})(?!\\s+\\d)`,
);
const YEAR = word('(?:in|since|from|until|back in|by|seit|im jahr|depuis|en|desde|dal|nel|em|sinds|sedan|с|в)\\s+((?:19|20)\\d\\d)');
const AGO = word(`(\\d{1,3}|an?|a couple of|a few|${NUMBERS.slice(1).join('|')})\\s+(day|week|month|year)s?\\s+ago`);
const RELATIVE = word('(last|next|this|past|coming)\\s+(week|weekend|month|year|spring|summer|autumn|fall|winter)');
/** "Friday the 27th": the day of the month decides which Friday. */
const WEEKDAY_OF_MONTH = word(`(${WEEKDAYS.join('|')}),?\\s+the\\s+(\\d{1,2})(?:st|nd|rd|th)`);
const WEEKDAY = word(`${NAMED_WEEKDAY}(?!,?\\s+the\\s+\\d{1,2}(?:st|nd|rd|th))`);
const WORDS = word(
  Object.keys(DAY_WORDS)
    .filter((name) => !UNCERTAIN.has(name))
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
);
/** Matches German and Dutch for tomorrow in small letters, and Spanish. */
const TOMORROW_OR_MORNING = new RegExp(`(?<![\\p{L}\\p{N}])${NO_MORNING}(?:morgen|mañana)(?![\\p{L}\\p{N}])`, 'u');
/** Matches a value alone: within a sentence "in two days" is as often how long something took. */
const AHEAD = new RegExp(`^${DAYS_AHEAD}$`, 'iu');
const WORDS_UNSPACED = new RegExp(Object.keys(DAY_WORDS_UNSPACED).join('|'), 'u');

type Read = (match: RegExpExecArray, now: number, direction: Direction) => readonly [number, number] | undefined;

const READERS: readonly (readonly [RegExp, Read])[] = [
  [ISO, ([, y, m, d]) => day(Number(y), Number(m) - 1, Number(d))],
  [
    CJK,
    ([, y, m, d]) =>
      d === undefined ? month(Number(y), m === undefined ? undefined : Number(m) - 1) : day(Number(y), Number(m) - 1, Number(d)),
  ],
  [CJK_DAY, ([, m, d], now, direction) => nearest((year) => day(year, Number(m) - 1, Number(d)), now, direction)],
  [CJK_MONTH, ([, m], now, direction) => (Number(m) > 12 ? undefined : nearest((year) => month(year, Number(m) - 1), now, direction))],
  [MONTH_DAY, ([, m, d, y], now, direction) => dayOfYear(m!, d!, y, now, direction)],
  [DAY_MONTH, ([, d, m, y], now, direction) => dayOfYear(m!, d!, y, now, direction)],
  [MONTH_YEAR, ([, m, y]) => month(Number(y), monthOf(m!))],
  [AGO, ([, count, unit], now) => ago(count!.toLowerCase(), unit!.toLowerCase(), now)],
  [WORDS, ([name], now) => shifted(now, DAY_WORDS[name.toLowerCase()]!)],
  [TOMORROW_OR_MORNING, (_, now) => shifted(now, 1)],
  [AHEAD, ([words], now) => aheadOf(words, now)],
  [WORDS_UNSPACED, ([name], now) => shifted(now, DAY_WORDS_UNSPACED[name]!)],
  [RELATIVE, ([, which, unit], now) => relative(which!.toLowerCase(), unit!.toLowerCase(), now)],
  [WEEKDAY_OF_MONTH, ([, name, d], now, direction) => weekdayOfMonth(name!.toLowerCase(), Number(d), now, direction)],
  [WEEKDAY, ([, before, name, behind], now, direction) => weekday(whichWeekday(before ?? behind), englishWeekday(name!), now, direction)],
  [MONTH_ALONE, ([whole, m], now, direction) => monthAlone(whole.toLowerCase(), m!, now, direction)],
  [YEAR, ([, y]) => month(Number(y))],
];

/** Finds the first date that a text names; of several at one place the most exact. */
export function findDate(text: string, now: number, direction: Direction): NamedDate | undefined {
  let found: NamedDate | undefined;
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(text);
    if (match === null || (found !== undefined && match.index + match[0].length > found.at)) continue;
    const times = read(match, now, direction);
    if (times !== undefined && times.every(Number.isFinite)) {
      found = { at: match.index, end: match.index + match[0].length, fromTime: times[0], toTime: times[1] };
    }
  }
  return found;
}

/** Number of a month, 0 for January. */
export function monthOf(name: string): number {
  return MONTH_OF.get(name.toLowerCase())!;
}

function shifted(now: number, days: number): readonly [number, number] {
  const start = startOfDay(now) + days * DAY_MS;
  return [start, start + DAY_MS];
}

function aheadOf(words: string, now: number): readonly [number, number] | undefined {
  const days = daysAhead(words);
  return days === undefined ? undefined : shifted(now, days);
}

function day(year: number, at: number, date: number): readonly [number, number] | undefined {
  const start = Date.UTC(year, at, date);
  return at >= 0 && at < 12 && new Date(start).getUTCDate() === date ? [start, start + DAY_MS] : undefined;
}

function month(year: number, at?: number): readonly [number, number] {
  return at === undefined ? [Date.UTC(year, 0), Date.UTC(year + 1, 0)] : [Date.UTC(year, at), Date.UTC(year, at + 1)];
}

function dayOfYear(
  name: string,
  date: string,
  year: string | undefined,
  now: number,
  direction: Direction,
): readonly [number, number] | undefined {
  const at = monthOf(name);
  if (year !== undefined) return day(Number(year), at, Number(date));
  return nearest((of) => day(of, at, Number(date)), now, direction);
}

/** A past date without a year that is nearly a year ago is doubted where the same day is near ahead. */
const DOUBT_MS = { past: 300 * DAY_MS, ahead: 60 * DAY_MS } as const;

/** Chooses the year in which a date lies nearest to now, in the direction that is meant. */
function nearest(
  of: (year: number) => readonly [number, number] | undefined,
  now: number,
  direction: Direction,
): readonly [number, number] | undefined {
  const year = new Date(now).getUTCFullYear();
  const all = [year - 1, year, year + 1].flatMap((each) => {
    const times = of(each);
    return times === undefined ? [] : [times];
  });
  const found = nearestOf(all, now, direction);
  if (found === undefined || direction !== 'past' || now - found[0] < DOUBT_MS.past) return found;
  return all.some(([from]) => from > now && from - now < DOUBT_MS.ahead) ? undefined : found;
}

function nearestOf(all: readonly (readonly [number, number])[], now: number, direction: Direction): readonly [number, number] | undefined {
  return all
    .filter(([from, to]) => (direction === 'past' ? from <= now : direction === 'future' ? to > now : true))
    .toSorted((a, b) => Math.abs(a[0] - now) - Math.abs(b[0] - now))[0];
}

function monthAlone(whole: string, name: string, now: number, direction: Direction): readonly [number, number] | undefined {
  const meant = whole.startsWith('last') ? 'past' : whole.startsWith('next') || whole.startsWith('by') ? 'future' : direction;
  return nearest((year) => month(year, monthOf(name)), now, meant);
}

function ago(count: string, unit: string, now: number): readonly [number, number] | undefined {
  // "A few" names no date.
  if (count.startsWith('a couple') || count.startsWith('a few')) return undefined;
  const number = count === 'a' || count === 'an' ? 1 : NUMBERS.includes(count) ? NUMBERS.indexOf(count) : Number(count);
  const at = new Date(now);
  if (unit === 'year') return month(at.getUTCFullYear() - number);
  if (unit === 'month') return month(at.getUTCFullYear(), at.getUTCMonth() - number);
  if (unit === 'week') return weekOf(now - number * 7 * DAY_MS);
  return shifted(now, -number);
}

/** Returns the week of a time, from Monday. */
function weekOf(time: number): readonly [number, number] {
  const start = startOfDay(time) - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS;
  return [start, start + 7 * DAY_MS];
}

function relative(which: string, unit: string, now: number): readonly [number, number] | undefined {
  const step = which === 'last' || which === 'past' ? -1 : which === 'this' ? 0 : 1;
  const at = new Date(now);
  if (unit === 'year') return month(at.getUTCFullYear() + step);
  if (unit === 'month') return month(at.getUTCFullYear(), at.getUTCMonth() + step);
  const [start, end] = weekOf(now + step * 7 * DAY_MS);
  if (unit === 'week') return [start, end];
  return unit === 'weekend' ? [start + 5 * DAY_MS, end] : undefined;
}

/** Returns the nearest day of this number in its month that falls on the weekday. */
function weekdayOfMonth(name: string, date: number, now: number, direction: Direction): readonly [number, number] | undefined {
  const at = new Date(now);
  const days = [-2, -1, 0, 1, 2].flatMap((step) => {
    const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + step));
    const times = day(first.getUTCFullYear(), first.getUTCMonth(), date);
    return times !== undefined && new Date(times[0]).getUTCDay() === WEEKDAYS.indexOf(name) ? [times] : [];
  });
  return nearestOf(days, now, direction);
}

function weekday(
  which: ReturnType<typeof whichWeekday>,
  name: string,
  now: number,
  direction: Direction,
): readonly [number, number] | undefined {
  const ahead = (WEEKDAYS.indexOf(name) - new Date(now).getUTCDay() + 7) % 7;
  if (which === 'last') return shifted(now, ahead === 0 ? -7 : ahead - 7);
  if (which !== undefined) return shifted(now, ahead === 0 ? 7 : ahead);
  if (direction === 'near') return undefined;
  return shifted(now, direction === 'past' ? (ahead === 0 ? 0 : ahead - 7) : ahead);
}
