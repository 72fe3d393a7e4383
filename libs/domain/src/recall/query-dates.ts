/** A month, a day of a month or a year that a query names, as a test of a point in time. Calendar days are taken in UTC. */
export type QueryDate =
  | { readonly unit: 'month'; readonly month: number }
  | { readonly unit: 'day'; readonly month: number; readonly day: number }
  | { readonly unit: 'year'; readonly year: number };

const MONTHS: ReadonlyMap<string, number> = new Map(
  ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'].map(
    (name, month) => [name, month],
  ),
);
/** Months that are common words too count only where they are written with a capital. */
const COMMON_WORDS: ReadonlySet<string> = new Set(['may', 'march', 'august']);
const MOST = 16;

/** The dates a query names, each once: months by their names, days beside a month, years of four digits. */
export function findQueryDates(query: string): QueryDate[] {
  const words = query.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const found = new Map<string, QueryDate>();
  const add = (date: QueryDate): void => {
    if (found.size < MOST) found.set(JSON.stringify(date), date);
  };
  words.forEach((word, at) => {
    if (/^(?:19|20)\d\d$/.test(word)) add({ unit: 'year', year: Number(word) });
    const month = monthOf(word);
    if (month === undefined) return;
    add({ unit: 'month', month });
    for (const beside of [words[at - 1], words[at + 1]]) {
      const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(beside ?? '')?.[1] ?? 0);
      if (day >= 1 && day <= 31) add({ unit: 'day', month, day });
    }
  });
  return [...found.values()];
}

function monthOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  return COMMON_WORDS.has(lower) && word.startsWith(lower[0]!) ? undefined : MONTHS.get(lower);
}

/** Whether a time, in epoch milliseconds, lies in it. */
export function liesInDate(time: number, date: QueryDate): boolean {
  const at = new Date(time);
  if (date.unit === 'year') return at.getUTCFullYear() === date.year;
  return at.getUTCMonth() === date.month && (date.unit === 'month' || at.getUTCDate() === date.day);
}
