import { findDate } from './absolute-dates.ts';
import { isMonth } from './month-value.ts';
import { isBareWeekday, isNextWeekday, withoutClock } from './relative-days.ts';
import { DAY_MS, utcWeek } from '../time/utc-day.ts';

/** Matches things that take place once, by their last word or their first: a day of the week alone names the next one. */
const ONCE =
  'appointment|dentist|doctor|check-?up|surgery|operation|interview|exam|flight|party|wedding|funeral|graduation|haircut|viewing|deadline|due date|go-live|cutover|demo|' +
  '\\p{L}*(?:arzttermin|frist)|termin|abgabe(?:termin)?|zahnarzt|prüfung|klausur|vorstellungsgespräch|flug|hochzeit|beerdigung|' +
  'rendez-vous|rdv|entretien|examen|vol|mariage|échéance|date limite|démo|' +
  'cita|entrevista|vuelo|boda|plazo|fecha límite|' +
  'appuntamento|esame|colloquio|volo|matrimonio|scadenza|consulta|exame|voo|casamento|prazo|' +
  'afspraak|tentamen|sollicitatiegesprek|vlucht|bruiloft|intervju|tenta|flyg|bröllop';
/** The same of things that may come back each week: only a date names one of them. */
const ON_DATE =
  'meeting|call|review|workshop|lesson|session|training|trip|visit|conference|launch|release|dinner|lunch|concert|presentation|kick-?off|rollout|migration|(?:code |feature )?freeze|' +
  '\\p{L}*(?:termin|besprechung|sitzung|feier|veröffentlichung|treffen)|vortrag|konzert|reise|' +
  'réunion|lancement|livraison|fête|concert|reunión|lanzamiento|entrega|fiesta|concierto|riunione|lancio|consegna|festa|reunião|lançamento|' +
  'vergadering|overleg|lancering|oplevering|feest|möte|fest';
const named = (things: string): RegExp =>
  new RegExp(
    `(?:^|\\s)(?:${things})$|^(?:${things})(?:\\s(?:with|at|for|of|bei|beim|mit|chez|avec|de|du|con|dal|del|no|na|com|bij|med)\\s.*)?$`,
    'u',
  );
const [IS_ONCE, IS_ON_DATE] = [named(ONCE), named(ON_DATE)];
/** Chinese and Japanese write no spaces: an appointment, a meeting, an exam, an interview, a deadline. */
const UNSPACED = /(?:予約|约会|预约|会议|会議|考试|試験|面试|面接|截止日期?|締め?切り?|期限)$/u;
const HAS_YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

/** Returns true for a thing that takes place once. */
export function isOnce(attribute: string): boolean {
  return IS_ONCE.test(attribute);
}

/**
 * Returns the end of the day on which something takes place, behind which it is over; of a month the end of it. Undefined for
 * what may come back, and for what is over already. "Next Friday" in that week is the later of the two.
 */
export function endOfOccasion(attribute: string, value: string, now: number): number | undefined {
  const isOne = isOnce(attribute);
  if (!isOne && !IS_ON_DATE.test(attribute) && !UNSPACED.test(attribute)) return undefined;
  if (isMonth(value)) return ahead(findDate(`in ${value}`, now, 'future')?.toTime, now);
  const day = withoutClock(value);
  if (isBareWeekday(day) && !isOne) return undefined;
  const found = findDate(day, now, 'future');
  if (found === undefined || found.end - found.at < day.length / 2) return undefined;
  // A day of the month that has just been is as often meant as that of the next year.
  if (!HAS_YEAR.test(day) && found.fromTime - now > MOST_AHEAD_MS) return undefined;
  const isLater = (isNextWeekday(day) && utcWeek(found.fromTime) === utcWeek(now)) || (isBareWeekday(day) && found.fromTime <= now);
  return ahead(found.toTime + (isLater ? 7 * DAY_MS : 0), now);
}

const MOST_AHEAD_MS = 300 * DAY_MS;

function ahead(time: number | undefined, now: number): number | undefined {
  return time !== undefined && time > now ? time : undefined;
}
