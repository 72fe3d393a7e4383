import { MONTH } from './absolute-dates.ts';
import { WEEKDAY } from './weekdays.ts';

const YEAR = '(?:19|20)\\d\\d';
const PART = '(?:(?:anfang|mitte|ende|début|fin|mi|(?:principios|mediados|finales)~de|(?:o~)?(?:início|fim)~de)[~-])?';
const DAY = '(?:(?:dem|den|le|el|o)~)?(?:\\d{1,2}(?:er|\\.)?~(?:de~)?)?';
const LAST =
  "(?:letzte[mnrs]?|vergangene[mnrs]?|diese[mnr]?)~(?:jahr|monat|woche|sommer|herbst|winter|frühling|frühjahr)|(?:l['’]année~dernière|l['’]an~dernier|le~mois~dernier|la~semaine~dernière)|(?:el~(?:año|mes)~pasado|la~semana~pasada|o~(?:ano|mês)~passado)";

/**
 * Since when something is so, in German, French, Spanish and Portuguese: "seit März 2024", "depuis 2022", "desde enero".
 * Part of a regular expression, `~` for white space.
 */
export const SINCE_WHEN = `(?:seit|depuis|desde)~(?:${PART}${DAY}(?:${MONTH})(?:~(?:de~|del~)?${YEAR})?|${PART}${YEAR}|(?:(?:le|el)~)?${WEEKDAY}|${LAST})(?![\\p{L}\\p{N}])`;
