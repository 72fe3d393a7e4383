import { LIFT } from '../english/lift-rules.ts';
import { said, type FactRule } from '../fact-rule.ts';

/** Exceptions, questions of a day, and conditions: they lift no rule. */
const FOR_GOOD = `(?![^;!?]*(?<!\\p{L})(?:${[
  'nur|heute|morgen|diesmal|bis|solange|wenn|falls|sofern|ausnahmsweise|einmal|vorerst|kurz|sobald',
  "seulement|juste|aujourd['’]hui|demain|cette~fois|jusqu['’]\\p{L}+|si|quand|tant|exceptionnellement|une~fois|pour~l['’]instant|dès",
  'solo|sólo|hoy|mañana|esta~vez|hasta|cuando|mientras|excepcionalmente|una~vez|por~ahora|soltanto|oggi|domani|questa~volta|fino|se|quando|finché|per~ora',
  'só|apenas|hoje|amanhã|desta~vez|até|enquanto|excepcionalmente|uma~vez|por~enquanto',
  'alleen|vandaag|deze~keer|tot|als|wanneer|zolang|uitzonderlijk|even|voorlopig|bara|idag|imorgon|den~här~gången|tills|om|när',
].join('|')})(?!\\p{L}))`;
const THING = '[^.,;:!?]{2,80}?';
const END = '\\s*(?:[.!]|$)';
/** A word of again within the thing or behind it, where nothing before says it. */
const WITH = (again: string): string => `(?=(?:[^.,;:!?]{1,80}~)?(?:${again})(?:~[^.,;:!?]{2,60}?)?${END})`;

/** "You may use it again", up to the thing, in languages other than English. */
const MAY: readonly string[] = [
  `(?:du~(?:darfst|kannst)|Sie~(?:dürfen|können)|(?:ab~jetzt|ab~sofort|jetzt)~darfst~du)~${WITH('wieder')}`,
  `(?:tu~peux|vous~pouvez)~(?:désormais~|maintenant~)?${WITH('(?:à|de)~nouveau')}`,
  `(?:ya~)?(?:puedes|puede~usted|podéis)~(?:(?=volver~a~${THING}${END})|${WITH('otra~vez|de~nuevo|nuevamente')})`,
  `(?:ora~)?(?:puoi|può|potete)~(?:(?=tornare~ad?~${THING}${END})|${WITH('di~nuovo|nuovamente')})`,
  `(?:já~)?(?:podes|(?:você~)?pode|vocês~podem)~(?:(?=voltar~a~${THING}${END})|${WITH('de~novo|outra~vez|novamente')})`,
  `(?:je~(?:mag|kunt|kan)|u~mag|jullie~mogen|vanaf~nu~mag~je)~${WITH('weer')}`,
  `du~får~${WITH('igen')}`,
];

/** Sentences of other languages that allow again what a rule forbade. Each is kept only where it lifts one. */
export const OTHER_LIFTS: readonly FactRule[] = MAY.map((words) => ({
  ...LIFT,
  endsKnown: 'ban',
  pattern: said(`${FOR_GOOD}(?:${words})`),
}));
