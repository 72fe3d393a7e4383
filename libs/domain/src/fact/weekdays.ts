/** Names of the days of the week from Sunday on, in the languages that are read; English first. */
const WEEKDAYS: readonly string[][] = [
  'sunday sonntag dimanche domingo domenica zondag söndag',
  'monday montag lundi lunes lunedì segunda-feira maandag måndag',
  'tuesday dienstag mardi martes martedì terça-feira dinsdag tisdag',
  'wednesday mittwoch mercredi miércoles mercoledì quarta-feira woensdag onsdag',
  'thursday donnerstag jeudi jueves giovedì quinta-feira donderdag torsdag',
  'friday freitag vendredi viernes venerdì sexta-feira vrijdag fredag',
  'saturday samstag sonnabend samedi sábado sabato zaterdag lördag',
].map((names) => names.split(' '));
const ENGLISH_OF = new Map(WEEKDAYS.flatMap((names) => names.map((name): [string, string] => [name, names[0]!])));

/** Matches the name of a day of the week. */
export const WEEKDAY = `(?:${WEEKDAYS.flat().join('|')})`;

/** Returns the name of a day of the week in English, of one in any of the languages. */
export function englishWeekday(name: string): string {
  return ENGLISH_OF.get(name.toLowerCase())!;
}
