import { MONTH } from '../absolute-dates.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { WEEKDAY } from '../weekdays.ts';

const DAY = `(?:${WEEKDAY}|\\d{1,2}(?:\\.|er|º)?~(?:de~)?(?:${MONTH}))`;
const HOUR = '\\d{1,2}(?:[:.h]\\d\\d|~?h)?(?:~(?:uhr|uur|heures))?';
const WITHIN = '(?:[^.,;!?]|(?<=\\d)\\.)*';
/** Nothing in the sentence says that it comes back, was cancelled or is in doubt. */
const ONE = `(?!${WITHIN}(?<!\\p{L})(?:jede[nrs]?|immer|kein\\p{L}*|nicht|vielleicht|eventuell|abgesagt|gehabt|verschoben|chaque|tous|toutes|pas|plus|peut-être|todos|todas|cada|quizás?|ogni|tutti|tutte|non|forse|não|talvez|elke?|iedere?|geen|niet|misschien)(?!\\p{L}))`;
const UNSURE = '(?![^.;!?]*(?<!\\p{L})(?:wenn|falls|si|se|quando|cuando|quand|als|oder|ou|tenzij)(?!\\p{L}))';

/** The day in front of an appointment, as many languages have it: "Am Freitag habe ich eine Prüfung". */
const DAY_FIRST: readonly string[] = [
  `(?:am~${DAY}|morgen|übermorgen)(?:~um~${HOUR})?~habe?~ich~(?:um~${HOUR}~)?(?:eine[nr]?~)?(?:(?!kein|nicht)\\p{L}+~)?(?:\\p{L}*(?:termin|prüfung|klausur)|vorstellungsgespräch|zahnarzt)`,
  `(?:(?:le~)?${DAY}|demain|après-demain)(?:~à~${HOUR})?,?~j['’]ai~(?:une?~)?(?:rendez-vous|rdv|examen|entretien)`,
  `(?:el~${DAY}|mañana|pasado~mañana)(?:~a~las?~${HOUR})?,?~tengo~(?:una?~)?(?:cita|examen|entrevista|dentista|médico)`,
  `(?:(?:il~)?${DAY}|domani|dopodomani)(?:~alle~${HOUR})?,?~ho~(?:un[ao]?~|un['’]|l['’]|il~)?(?:appuntamento|esame|colloquio|visita|dentista)`,
  `(?:(?:na~|no~dia~)${DAY}|amanhã)(?:~às?~${HOUR})?,?~tenho~(?:uma?~)?(?:consulta|exame|entrevista|dentista)`,
  `ich~muss~(?:am~${DAY}|übermorgen)(?:~um~${HOUR})?~(?:zum~(?:\\p{L}*arzt|notar|friseur|augenarzt)|zur~\\p{L}*ärztin)`,
  `tengo~(?:dentista|médico|fisio|examen)~el~${DAY}`,
  `ho~il~(?:dentista|medico)~${DAY}`,
  `tenho~(?:dentista|médico)~(?:na|no~dia)~${DAY}`,
  `(?:(?:op~)?${DAY}|morgen|overmorgen)(?:~om~${HOUR})?~heb~ik~(?:om~${HOUR}~)?(?:een~)?(?:\\p{L}*afspraak|examen|tentamen|tandarts)`,
];

/** Reads appointments whose day stands in front. They are over with it. */
export const APPOINTMENTS_BY_DAY: readonly FactRule[] = DAY_FIRST.map((words): FactRule => ({
  kind: 'personal',
  label: 'user',
  isWhole: true,
  isOnDay: true,
  needsBound: true,
  // Doubt is told before or behind the appointment, so all of the sentence is matched.
  pattern: said(`(?:${words})(?!\\p{L})${ONE}${UNSURE}${WITHIN}`),
}));
