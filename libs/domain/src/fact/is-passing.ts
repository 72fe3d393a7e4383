import { MONTH } from './absolute-dates.ts';
import { OF_TIME } from './ends-clause.ts';
import { TOMORROW, WEEKDAY_TO_COME } from './relative-days.ts';
import { WEEKDAY } from './weekdays.ts';

/** Words with which something is so for a while: "the port is 9000 until Friday". */
const FOR_A_WHILE =
  /^,?\s+(?:now\s+)?(?:for\s+(?:now|the\s+moment|(?:the\s+)?(?:next|coming|rest\s+of)\s+\p{L}+|(?:an?|two|three|four|\d+|a\s+few|a\s+couple\s+of)\s+(?:day|week|month)s?)|as\s+an?\s+(?:\p{L}+\s+)?(?:workaround|test|experiment|stopgap|trial)|until(?!\s+(?:further\s+notice|(?:i|we)\s+say)(?!\p{L}))|['’]?til|till|temporarily|(?:just|only)\s+(?:for\s+)?(?:today|tonight|this\s+\p{L}+)|(?:today|tonight|this\s+(?:week|weekend|month))\s+only|for\s+the\s+time\s+being)(?!\p{L})/iu;

/** The same in front of it: "for now the port is 9000". */
const FOR_NOW =
  /(?:^|[,;.]\s*|(?<!\p{L})(?:and|but|so)\s+)(?:temporarily|for\s+(?:now|the\s+moment|the\s+time\s+being)|vorläufig|vorübergehend|temporairement|pour\s+l['’]instant|por\s+ahora|de\s+momento|temporalmente|per\s+ora|por\s+enquanto|voorlopig|tijdelijk|tills\s+vidare),?\s*$/iu;

/** Until a day, in other languages; not until further notice, which names no end. */
const UNTIL =
  "(?:bis(?!\\s+auf\\s+weiteres)|jusqu['’](?:à|au|aux|en)(?!\\s+nouve)|hasta(?!\\s+nuev)|fino\\s+a(?:l(?:la|le|l['’])?)?(?!\\s+nuov)|até(?!\\s+nov)|tot(?!\\s+nader)|(?:fram\\s+)?till)";
const TODAY =
  "(?:heute|diese\\s+woche|aujourd['’]hui|cette\\s+semaine|hoy|esta\\s+sem?ana|oggi|questa\\s+settimana|hoje|vandaag|deze\\s+week|i\\s?dag|den\\s+här\\s+veckan)";
const SPAN =
  "(?:(?:einen?|zwei|drei|vier|\\d+|ein\\s+paar|une?|deux|trois|quatre|quelques|una?|un['’]|dos|tres|cuatro|un[oa]s|due|tre|quattro|qualche|uma?|dois|duas|três|quatro|een|twee|vier|een\\s+paar|en|två|fyra)\\s*(?:stunden?|tage?|wochen?|monate?|heures?|jours?|semaines?|mois|horas?|d[ií]as?|sem?anas?|mes(?:es)?|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|mês|uur|uren|dag(?:en|ar)?|we(?:ek|ken)|maand(?:en)?|timm(?:e|ar)|veck(?:a|or)|månad(?:er)?))";
const FOR = '(?:für|pour|por|per|voor|för)';
const ADVERB =
  "(?:vorübergehend|vorläufig|vorerst|einstweilen|temporär|zwischenzeitlich|pour\\s+l['’]instant|pour\\s+le\\s+moment|(?:temporaire|provisoire)ment|por\\s+ahora|(?:de|por\\s+el)\\s+momento|(?:temporal|provisional)mente|per\\s+ora|per\\s+il\\s+momento|(?:temporanea|provvisoria)mente|por\\s+enquanto|(?:temporaria|provisoria)mente|voorlopig|tijdelijk|tillfälligt|tills\\s+vidare)";
const ONLY = '(?:nur|bloß|seulement|juste|uniquement|sol[oa]?mente|s[oó]lo|soltanto|só|apenas|somente|alleen|slechts|bara|endast)';
const DATE = `(?:${TOMORROW}|${WEEKDAY_TO_COME}|${WEEKDAY}|\\d{1,2}\\.?\\s+(?:de\\s+)?(?:${MONTH})|\\d{4}-\\d\\d-\\d\\d)`;
const ARTICLE = "(?:(?:zum|am|dem|den|le|la|l['’]|el|il|lo|o|a|de)\\s*)?";
const UNTIL_DAY = `(?:${ONLY}\\s+)?${UNTIL}\\s+${ARTICLE}${DATE}(?!\\p{L})`;
const FOR_A_TIME = `(?:${ONLY}\\s+(?:(?:${FOR})\\s+)?${TODAY}|${ADVERB}|(?:${ONLY}\\s+)?(?:${UNTIL}|${FOR}\\s+(?:${TODAY}|${SPAN})))(?!\\p{L})`;
const BEFORE_IT = `(?:\\s+(?:${OF_TIME})(?!\\p{L}))*`;
/** Matches an end in other languages: a day as a part of the clause, and any while behind a comma or a dash. */
const WITHIN_CLAUSE = new RegExp(`^${BEFORE_IT}\\s+${UNTIL_DAY}`, 'iu');
const BEHIND_CLAUSE = new RegExp(
  `^${BEFORE_IT}\\s*[,–—-]\\s*(?:(?:aber|mais|pero|ma|mas|maar|men)\\s+)?${FOR_A_TIME}|^了?[，,、]?(?:暂时|临时|直到|仅限|只(?:是|到)|到[^，。]{1,8}为止)`,
  'iu',
);

/** Returns true where the words before or behind a value say that it is one for a while. */
export function isPassing(before: string, behind: string): boolean {
  return FOR_NOW.test(before) || FOR_A_WHILE.test(behind) || WITHIN_CLAUSE.test(behind) || BEHIND_CLAUSE.test(behind);
}

/** Returns the words behind a value without those of other languages that say until when it is so. */
export function withoutWhile(behind: string): string {
  return behind.replace(WITHIN_CLAUSE, '');
}
