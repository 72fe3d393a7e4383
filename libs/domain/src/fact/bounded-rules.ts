import { MONTH } from './absolute-dates.ts';
import { said, type FactRule } from './fact-rule.ts';
import { NO_PLACE } from './no-place.ts';
import { WEEKDAY } from './weekdays.ts';

const OWN = { kind: 'personal', label: 'user', isWhole: true, needsBound: true } as const satisfies Partial<FactRule>;
const NAME = "(?-i:\\p{Lu})[\\p{L}'’-]*(?:~(?-i:\\p{Lu})[\\p{L}'’-]+)?";
const ENDS = '(?=\\s*(?:[.,;!)]|$)|~(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|och|men)(?!\\p{L}))';
const DOUBT =
  '(?![^.;!?]*(?<!\\p{L})(?:if|unless|or|maybe|perhaps|probably|hopefully|supposedly|in~my~dreams|hoffentlich|espérons|ojalá|speriamo|tomara|hopelijk|förhoppningsvis|wenn|falls|oder|vielleicht|wahrscheinlich|si|ou|peut-être|quizás?|tal~vez|se|o|forse|magari|talvez|als|misschien|om|eller|kanske)(?!\\p{L}))';
const DAY = `(?:(?:\\d{1,2}(?:st|nd|rd|th|er|\\.)?~(?:of~|de~)?)?(?:${MONTH})\\.?(?:~\\d{1,2}(?:st|nd|rd|th)?)?(?:,?~(?:de~)?(?:19|20)\\d\\d)?|(?:next~)?${WEEKDAY}|(?:19|20)\\d\\d-\\d\\d-\\d\\d)`;
const END_OF = '(?:(?:the~)?end~of~|ende~|(?:la~)?fin~de~|finales~de~|fine~(?:di~)?|(?:o~)?(?:final|fim)~de~|eind~)?';

/** Words of a language for a stay with its end: until when, who is or lives, and where. */
interface StayWords {
  readonly until: string;
  /** Subject and verb in the order that stands behind the end as well as in front of it; `isBehind`: behind it alone. */
  readonly is: string;
  readonly isBehind?: string;
  readonly at: string;
}

const STAYS: readonly StayWords[] = [
  {
    until: "(?:until|['’]?till?|through)~(?:the~)?",
    is: "(?:(?:I['’]m|I~am|I['’]ll~be|I~will~be)(?:~(?:still|here))?(?:~(?:living|staying|working|based|studying))?|I~(?:live|stay|work|study))",
    at: `(?:in(?!~${NO_PLACE})|at)`,
  },
  {
    until: 'bis~(?:zum~|einschließlich~)?',
    is: 'ich~(?:bin|wohne|lebe|arbeite|studiere)(?:~noch)?',
    isBehind: '(?:bin|wohne|lebe|arbeite|studiere)~ich(?:~noch)?',
    at: 'in',
  },
  {
    until: "jusqu['’](?:en~|au~|à~(?:la~)?)",
    is: "(?:je~(?:suis|vis|reste|travaille)|j['’](?:habite|étudie))(?:~encore)?",
    at: '(?:à|au|en|aux)',
  },
  { until: 'hasta~(?:el~)?', is: '(?:estoy|estaré|vivo|trabajo|estudio|me~quedo)', at: 'en' },
  { until: 'fino~(?:al?~|alla~)', is: '(?:sono|sarò|vivo|abito|sto|lavoro|studio|resto)', at: '(?:a|ad|in)' },
  { until: 'até~(?:ao?~)?', is: '(?:estou|estarei|vivo|moro|trabalho|estudo|fico)', at: '(?:em|no|na)' },
  { until: 'tot~', is: 'ik~(?:ben|woon|werk|studeer)', isBehind: '(?:ben|woon|werk|studeer)~ik', at: 'in' },
  { until: '(?:fram~)?till~', is: 'jag~(?:är|bor|jobbar|arbetar|studerar)', isBehind: '(?:är|bor|jobbar|arbetar|studerar)~jag', at: 'i' },
];

/** A stay is no home: the fact is its words, without an attribute, and over behind its end. */
const stays = ({ until, is, isBehind = is, at }: StayWords): FactRule => ({
  ...OWN,
  pattern: said(
    `(?:${until}${END_OF}${DAY},?~${isBehind}~${at}~${NAME}|${is}~${at}~${NAME},?~(?:only~|just~)?${until}${END_OF}${DAY}|${is}~${until}${END_OF}${DAY}~${at}~${NAME})${ENDS}${DOUBT}`,
  ),
});

const BEGIN = `(?:(?:from|starting|beginning|as~of)~(?:(?:in|on|the)~)?|(?:in|on)~)${DAY}(?:~on(?:wards?)?)?`;
const WILL = "(?:I['’]ll|I~will|I['’]m~going~to|I~am~going~to)";
/** Refuses schools: somebody who starts at one in September may be its pupil. */
const NO_SCHOOL = '(?!(?-i:\\p{Lu})[^.,;!?]{0,60}?(?<!\\p{L})(?:High|School|University|College|Uni|Academy)(?!\\p{L}))';
const MAY_START = `(?:${WILL}~(?:be~)?(?:start|starting)|I~(?:start|begin)|(?:I['’]m|I~am)~(?:starting|beginning))`;
/** To work somewhere from a day to come. What is started "with" is work where it says so: "I start with Python in January". */
const STARTS = `(?:(?:${WILL}~(?:be~)?(?:work|working)|${MAY_START}~(?:work|working|my~new~job|a~new~job))~(?:at|for|with)|${MAY_START}~at(?=~(?:the~)?${NO_SCHOOL}))`;

/** Work that begins on a day to come, which is announced: until then the employer of before is the one. */
const BEGINS: readonly string[] = [
  `${BEGIN},?~${STARTS}~(?:the~)?(?=${NAME}${ENDS})`,
  `${STARTS}~(?:the~)?(?=${NAME}~${BEGIN}${ENDS})`,
  `ich~arbeite~ab~(?:dem~)?${DAY}~bei~(?:der~|dem~)?(?=${NAME}${ENDS})`,
  `ich~fange~(?:(?:im|am|ab)~)?(?:dem~)?${DAY}~bei~(?:der~|dem~)?(?=${NAME}~an${ENDS})`,
  `je~(?:travaille(?:rai)?|commence(?:rai)?)~chez~(?=${NAME}~à~partir~d[eu]~${DAY}${ENDS})|je~commence(?:rai)?~chez~(?=${NAME}~(?:en|le)~${DAY}${ENDS})`,
  `(?:trabajo|trabajaré|empiezo|empezaré)~en~(?=${NAME}~a~partir~de(?:l)?~${DAY}${ENDS})|(?:empiezo|empezaré)~(?:a~trabajar~)?en~(?=${NAME}~(?:en|el)~${DAY}${ENDS})`,
  `(?:lavoro|lavorerò|inizio|inizierò)~(?:per|presso|da|alla)~(?=${NAME}~(?:a~partire~)?da(?:l)?~${DAY}${ENDS})|(?:inizio|inizierò)~(?:a~lavorare~)?(?:per|presso|da|alla)~(?=${NAME}~(?:a|il)~${DAY}${ENDS})`,
  `(?:trabalho|vou~trabalhar|começo)~(?:na|no)~(?=${NAME}~a~partir~de~${DAY}${ENDS})|(?:começo|vou~começar)~(?:a~trabalhar~)?(?:na|no)~(?=${NAME}~(?:em|no~dia)~${DAY}${ENDS})`,
  `ik~(?:werk|begin)~vanaf~${DAY}~bij~(?:de~)?(?=${NAME}${ENDS})`,
  `jag~(?:jobbar|arbetar|börjar)~(?:på|hos)~(?=${NAME}~från~(?:och~med~)?${DAY}${ENDS})`,
];

const LEAVE =
  '(?:on~(?:(?:parental|maternity|paternity|sick|annual)~)?leave|on~(?:vacation|holidays?|a~sabbatical)|off~sick|out~of~(?:the~)?office|out~sick|away)';
/** A name that no other word begins: "Maybe Anika". */
const WHO = `(?!(?:production|staging|prod|maybe|perhaps|probably|if|when|once|is|and|but|so|vielleicht|wenn|falls|peut-être|si|quizás?|forse|se|talvez)(?!\\p{L}))${NAME}`;
/** Absences of members of a team until a day. */
const ABSENCES: readonly string[] = [
  `${WHO}~is~(?:still~)?${LEAVE}~(?:until|through|till)~(?:the~)?${END_OF}${DAY}`,
  `${WHO}~ist~(?:noch~)?bis~(?:zum~|einschließlich~)?${END_OF}${DAY}~(?:im~urlaub|in~elternzeit|krankgeschrieben|krank|weg|nicht~da)`,
  `${WHO}~est~en~(?:vacances|congé(?:~(?:parental|maternité|maladie))?|arrêt~maladie)~jusqu['’](?:en~|au~|à~(?:la~)?)${END_OF}${DAY}`,
  `${WHO}~está~de~(?:vacaciones|baja(?:~\\p{L}+)?|permiso)~hasta~(?:el~)?${END_OF}${DAY}`,
  `${WHO}~è~in~(?:ferie|vacanza|congedo(?:~\\p{L}+)?|malattia)~fino~al?~${END_OF}${DAY}`,
  `${WHO}~está~de~(?:férias|licença(?:~\\p{L}+)?|baixa(?:~\\p{L}+)?)~até~(?:ao?~)?${END_OF}${DAY}`,
];

/** Reads what is so until a day or from one to come: where somebody stays, and where he will work. */
export const BOUNDED: readonly FactRule[] = [
  ...STAYS.map(stays),
  ...ABSENCES.map((words): FactRule => ({ ...OWN, label: 'project', pattern: said(`${words}${ENDS}${DOUBT}`) })),
  ...BEGINS.map((words): FactRule => ({ ...OWN, attribute: 'employer', value: 'employer', pattern: said(`(?:${words})${DOUBT}`) })),
];
