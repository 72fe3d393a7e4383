/** A time that is over, in the languages in which orders are read. */
const OVER = [
  'yesterday(?: (?:morning|afternoon|evening|night))?|last (?:night|week|weekend|month|quarter|year|sprint|\\p{L}+day)',
  '(?:an?|one|two|three|four|five|six|several|\\d+|a few|a couple of) (?:minute|hour|day|week|month|year)s? ago',
  '(?:vor)?gestern(?: (?:früh|morgen|mittag|nachmittag|abend))?|(?:letzte|vorige|vergangene)[nrs]? (?:nacht|woche|monat|jahr)',
  "hier(?: (?:matin|soir))?|avant-hier|(?:la semaine|le mois|l[’']année) derni(?:er|ère)",
  "ayer|anteayer|anoche|(?:la semana|el mes|el año) pasad[oa]|ieri|l[’']altro ieri|la settimana scorsa|ontem|anteontem|a semana passada",
  '(?:eer)?gisteren|vorige week|i ?går|förra veckan',
].join('|');
/** Words that open a clause of their own, whose time it is then: "as we did yesterday". */
const ANOTHER_CLAUSE =
  'as|what|that|which|who|whose|where|when|like|than|we|you|i|he|she|they|wie|was|dass|que|qui|comme|como|che|come|als|zoals|dat|wat|som';
/** Words before a time that is that of the thing before them: "the figures of last week". */
const OF_A_THING = 'of|from|since|before|until|till|von|vor|seit|d[eu]|depuis|desde|di|da|dell[ao]|van|från';
const OF_THE_PAST = new RegExp(
  `^(?:(?!\\s(?:${ANOTHER_CLAUSE})(?!\\p{L}))[^.;!?])+(?<!(?:\\s(?:${OF_A_THING})(?:\\s(?:the|de[rmn]))?|\\s(?:the|each|every)|\\sd['’]))\\s(?:${OVER.replaceAll(' ', '\\s+')})\\s*(?:[.;!]|$)`,
  'iu',
);

/** Returns true for an order whose time is over: "Always use the old chart for the ferry yesterday". */
export function isOrderOfThePast(order: string): boolean {
  return OF_THE_PAST.test(order);
}
