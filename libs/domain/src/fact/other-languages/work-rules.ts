import { said, type FactRule } from '../fact-rule.ts';
import { BARE_PROGRAM } from '../known-programs.ts';

/** Words of a language for where things of the work are, who answers for them, what comes back each week, and what waits for something. */
interface WorkWords {
  /** A word that each of these sentences has. */
  readonly sign: string;
  /** In front of a thing, "is kept in", and the attribute that this gives. */
  readonly place: { readonly the: string; readonly is: string; readonly named: string };
  /** Fields of work, statements of who answers for one, with `{}` for it, and the attribute. */
  readonly owner: { readonly fields: string; readonly answers: readonly string[]; readonly named: string };
  /** The day and what somebody does on it, up to the end of the clause. */
  readonly weekly: readonly string[];
  /** Condition that comes first, and the plan that follows it. */
  readonly later: string;
}

const WORD = '[\\p{L}\\p{N}][\\p{L}\\p{N}-]*';
/** People live somewhere else, and troubles are somewhere for the moment. */
const TROUBLE =
  '(?:\\p{L}*kinder|eltern|familie|freunde|leute|hund|katze|niñ[oa]s|hij[oa]s|padres|familia|amig[oa]s|gente|perr[oa]|gat[oa]|\\p{L}*fehler|bugs?|\\p{L}*problem[ae]?|ursache|stelle|zeile|error(?:es)?|fallos?|línea|causa|culpa|clave)';
const THING = `(?<attr>(?!${TROUBLE}(?!\\p{L}))${WORD}(?:~(?:de|del|de~la|de~los|für|des|der)~${WORD}|~(?!(?:ist|sind|está|están|se|liegt|liegen|steht|stehen)(?!\\p{L}))${WORD})?)`;
const PERSON = '(?-i:\\p{Lu}[\\p{Ll}\\p{M}]+(?:-\\p{Lu}\\p{Ll}+)?)';
const ENDS = '(?=\\s*(?:[.;!](?!\\S)|$|,~(?-i:\\p{Lu})))';
const REST = '[^,.;!?]*';

const WORK_WORDS: readonly WorkWords[] = [
  {
    sign: 'ist|sind|liegt|liegen|steht|stehen|findest|findet|befindet|befinden|verantwortet|jeden|\\p{L}+tags|mittwochs|sobald|wenn',
    place: {
      the: 'die|das|der|unsere?|unser',
      is: '(?:liegt|liegen|steht|stehen|ist|sind|findest~du|findet~(?:ihr|sich)|finden~sich|befindet~sich|befinden~sich)(?:~(?:jetzt|inzwischen))?~(?:unter|in|auf|bei)(?:~(?:der|dem|den))?',
      named: 'ort',
    },
    owner: {
      fields:
        '(?:suche|abrechnung|zahlungen|zahlungsabwicklung|rechnungen|buchhaltung|anmeldung|registrierung|benachrichtigungen|berichte|auswertung|infrastruktur|datenbank|netzwerk|betrieb|deployments?|releases?|tests|qualität|qualitätssicherung|sicherheit|datenschutz|dokumentation|doku|design|gestaltung|frontend|backend|api|app|website|webseite|shop|schnittstellen?|firmware|hardware|support|kundendienst|vertrieb|marketing|einkauf|logistik|lager|versand|personal|technik|planung|migration|übersetzungen)',
      answers: [
        'ist~(?:jetzt~)?für~{}~(?:zuständig|verantwortlich)',
        'ist~(?:jetzt~)?(?:zuständig|verantwortlich)~für~{}',
        'verantwortet~(?:jetzt~)?{}',
      ],
      named: 'zuständig für {attr}',
    },
    weekly: [
      `(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)s|jede[nr]~(?:zweiten~)?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|morgen|abend))(?:~?(?:morgens|abends|vormittags|nachmittags|abend|morgen))?~(?:spiele|arbeite|gehe|trainiere|laufe|schwimme|koche|backe|treffe|besuche|unterrichte|tanze|singe|klettere|fahre|lerne|putze|esse|helfe|hole|bringe)~ich(?!~(?:früher|nicht~mehr))`,
      `ich~(?:spiele|arbeite|gehe|trainiere|laufe|schwimme|koche|backe|treffe|besuche|unterrichte|tanze|singe|klettere|fahre|lerne)~(?:immer~)?(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)s|jede[nr]~(?:zweiten~)?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|morgen|abend))`,
    ],
    later:
      '(?:sobald|wenn)~wir~(?:(?:endlich|genug|mehr|das|wieder|etwas)~)*(?:geld|budget|mittel|zeit|leute|personal|kunden|kapazität)~haben,~(?:wechseln|ziehen|migrieren|steigen|stellen|kaufen|mieten|ersetzen)~wir(?!~(?:vielleicht|wohl|eventuell))',
  },
  {
    sign: 'está|están|se|es|los|cada|todos|cuando|cuanto',
    place: {
      the: 'el|la|los|las|nuestr[oa]s?',
      is: '(?:ahora~)?(?:está|están|se~(?:guarda|guardan|encuentra|encuentran|almacena|almacenan))(?:~ahora)?~(?:en|bajo)(?:~(?:el|la))?',
      named: 'ubicación',
    },
    owner: {
      fields:
        '(?:facturación|cobros|pagos|búsqueda|buscador|contabilidad|registro|notificaciones|informes|infraestructura|base~de~datos|red|operaciones|despliegues?|pruebas|calidad|seguridad|privacidad|documentación|diseño|frontend|backend|api|app|web|tienda|integraciones|firmware|hardware|soporte|ventas|marketing|compras|logística|almacén|envíos|personal|planificación|migración|traducciones)',
      answers: ['es~(?:ahora~)?(?:la~|el~)?responsable~de(?:l)?~{}', 'está~a~cargo~de(?:l)?~{}', 'se~encarga~de(?:l)?~{}'],
      named: 'responsable de {attr}',
    },
    weekly: [
      '(?:(?:todos~)?los~(?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|cada~(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|noche))(?:~por~la~(?:mañana|tarde|noche))?,?~(?:voy~a(?!~\\p{L}*[aei]r(?:me|lo|la)?(?!\\p{L}))|juego|trabajo|hago|corro|nado|cocino|entreno|ceno|canto|bailo|escalo|toco|enseño|visito|salgo)(?!\\p{L})',
    ],
    later:
      '(?:cuando|en~cuanto)~(?:tengamos|haya|tenga|consigamos)~(?:(?:más|suficiente|algo~de|el|bastante)~)*(?:dinero|presupuesto|tiempo|gente|personal|clientes|fondos|capital),?~(?:nos~)?(?:mudamos|mudaremos|pasamos~a|pasaremos~a|cambiamos~a|cambiaremos~a|migramos|migraremos|contratamos|contrataremos|compramos|compraremos)(?!\\p{L})',
  },
];

const OVER = '(?![^.;!?]*~(?:nicht~mehr|früher|bis|falls|vielleicht|wenn~(?:ich|das)|ya~no|antes|hasta|si|quizás?|tal~vez)(?!\\p{L}))';

function rulesOf({ sign, place, owner, weekly, later }: WorkWords): FactRule[] {
  const onlyWith = said(`(?:${sign})(?!\\p{L})`);
  const field = `(?:(?:die|das|den|der|la|el|los|las|todo~el|toda~la)~)?(?<attr>(?:${WORD}-)?${owner.fields})`;
  const own = { kind: 'personal', label: 'user', isWhole: true, onlyWith } as const;
  return [
    {
      kind: 'value',
      label: 'reference',
      attribute: `{attr} ${place.named}`,
      value: 'location',
      isWhole: true,
      onlyWith,
      pattern: said(`(?:${place.the})~${THING}~${place.is}~`),
    },
    ...owner.answers.map((answers): FactRule => ({
      kind: 'personal',
      label: 'project',
      attribute: owner.named,
      value: 'given',
      onlyWith,
      pattern: said(`(?=${PERSON}~${answers.replace('{}', field)}${ENDS})`),
    })),
    ...weekly.map((words): FactRule => ({ ...own, pattern: said(`${words}${OVER}${REST}`) })),
    {
      kind: 'decision',
      label: 'project',
      opens: true,
      onlyWith,
      pattern: said(`(?=[^.;!?]*(?<![\\p{L}\\p{N}])${BARE_PROGRAM})${later}${OVER}[^.;!?]*`),
    },
    { kind: 'personal', label: 'user', opens: true, onlyWith, pattern: said(`${later}${OVER}[^.;!?]*`) },
  ];
}

/** Reads where things of the work are, who answers for them, weekly habits and plans that wait, in German and Spanish. */
export const OTHER_WORK: readonly FactRule[] = WORK_WORDS.flatMap(rulesOf);
