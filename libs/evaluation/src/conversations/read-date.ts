const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Known forms: `7:05 pm on 3 May, 2031`, `May-03-2031`, `2031/05/03 (Sat) 19:05`. */
const CLOCK_FIRST = /^(\d{1,2}):(\d{2})\s*(am|pm)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})$/i;
const MONTH_FIRST = /^([a-z]+)[\s-]+(\d{1,2}),?[\s-]+(\d{4})$/i;
const YEAR_FIRST = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:\D+(\d{1,2}):(\d{2}))?/;

/** Parses a written date, taken as UTC, to epoch milliseconds; undefined for other forms. */
export function readDate(text: string): number | undefined {
  const clockFirst = CLOCK_FIRST.exec(text.trim());
  if (clockFirst !== null) {
    const [, hour, minute, half, day, month, year] = clockFirst;
    return timeOf(year!, monthOf(month!), day!, (Number(hour) % 12) + (half!.toLowerCase() === 'pm' ? 12 : 0), Number(minute));
  }
  const monthFirst = MONTH_FIRST.exec(text.trim());
  if (monthFirst !== null) return timeOf(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!, 0, 0);
  const yearFirst = YEAR_FIRST.exec(text.trim());
  if (yearFirst === null) return undefined;
  const [, year, month, day, hour, minute] = yearFirst;
  return timeOf(year!, Number(month) - 1, day!, Number(hour ?? 0), Number(minute ?? 0));
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase());
}

function timeOf(year: string, month: number, day: string, hour: number, minute: number): number | undefined {
  return month < 0 ? undefined : Date.UTC(Number(year), month, Number(day), hour, minute);
}
