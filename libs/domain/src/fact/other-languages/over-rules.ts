import { PARTNER } from '../ended-facts.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { NO_ALLERGEN } from '../no-allergen.ts';
import { NO_PLACE } from '../no-place.ts';
import { WEEKDAY } from '../weekdays.ts';
import { NO_EMPLOYER } from './no-employer.ts';

/** Words of a language for what is so no more, for what is not eaten, and for appointments noted in a few words. */
interface OverWords {
  /** "I no longer live in", up to the place, and "I no longer work for". */
  readonly home: string;
  readonly employer: string;
  /** "I quit my job at", up to the employer; "left" alone may be said of a town. */
  readonly quit: string;
  /** Words that may as well end a contract or a visit: they end only a job that is known. */
  readonly gone?: string;
  /** "I left", up to a firm; it may be a town as well, so that it ends only a job that is known. "I broke up with". */
  readonly left: string;
  readonly parted: string;
  /** "I am no longer", up to the word for who eats so, that word, and what may stand behind it. */
  readonly diet: readonly [before: string, words: string, behind?: string];
  /** "I am no longer allergic to", and the same with the word for it behind, as German has it. */
  readonly allergic: string;
  readonly allergicBehind?: string;
  /** "I do not eat", up to the food, and foods. */
  readonly eatsNo: readonly [before: string, foods: string];
  /** Appointments, "with", what stands before a day of the week, and before a time of the day; absent where they are not read. */
  readonly noted?: readonly [things: string, company: string, day: string, time: string];
}

const SEIT = '(?:seit~(?:\\p{L}+~){1,2}?)?';
/** No comma: behind it stands who said so, or for what it does not hold. */
const ENDS = '\\s*(?:[.;!]|$)';
const SAID_WHEN = '(?:gestern|heute|endlich|jetzt|letzte~woche|letzten~monat|letztes~jahr)';
const SINDS = '(?:sinds~(?:\\p{L}+~){1,2}?)?';

const OVER_WORDS: readonly OverWords[] = [
  {
    home: `(?:ich~(?:wohne|lebe)|(?:wohne|lebe)~ich)~${SEIT}nicht~(?:mehr|länger)~in~`,
    employer: `(?:ich~arbeite|arbeite~ich)~${SEIT}nicht~(?:mehr|länger)~(?:bei|für)~(?:der~|dem~|den~)?`,
    quit: `ich~habe~(?:${SAID_WHEN}~)*(?:meinen~job|meine~stelle)~(?:${SAID_WHEN}~)*bei~(?:der~)?(?=[^.,;!]{2,40}?~(?:gekündigt|aufgehört)${ENDS})`,
    gone: `ich~habe~(?:${SAID_WHEN}~)*bei~(?:der~)?(?=[^.,;!]{2,40}?~(?:gekündigt|aufgehört)${ENDS})`,
    left: `ich~habe~(?:${SAID_WHEN}~)?(?:die~)?(?=(?-i:\\p{Lu})[^.,;!]{1,40}?~verlassen${ENDS})|ich~bin~(?:${SAID_WHEN}~)?bei~(?:der~)?(?=(?-i:\\p{Lu})[^.,;!]{1,40}?~(?:ausgeschieden|weg|raus)${ENDS})`,
    parted: `(?:ich~habe~mich|habe~ich~mich)~(?:${SAID_WHEN}~)?von~(?=(?-i:\\p{Lu})\\p{L}+~(?:getrennt|scheiden~lassen)${ENDS})`,
    allergic: '(?:ich~bin|bin~ich)~nicht~(?:mehr|länger)~allergisch~(?:gegen|auf)~',
    allergicBehind: `(?:ich~bin|bin~ich)~nicht~(?:mehr|länger)~gegen~(?=(?-i:\\p{Lu})[\\p{L}-]+~allergisch${ENDS})`,
    diet: [
      '(?:ich~bin|bin~ich)~(?:nicht~mehr~|keine?~(?=\\p{L}+~mehr))',
      'vegetarier(?:in)?|veganer(?:in)?|vegetarisch|vegan',
      '(?:~mehr)?',
    ],
    eatsNo: [
      'ich~esse~kein(?:e|en)?~',
      'fleisch|schweinefleisch|rindfleisch|geflügel|fisch|meeresfrüchte|eier|nüsse|erdnüsse|gluten|zucker',
    ],
    noted: [
      '(?:(?:zahn|haus|tier|kinder)?arzt(?:termin)?|friseur(?:termin)?|physio(?:therapie)?|abendessen|mittagessen|besprechung|vorstellungsgespräch|prüfung)',
      'mit~(?:de[rm]~|meine[rm]~)?',
      '(?:am~(?:kommenden~|nächsten~)?|diesen~|nächsten~)',
      '(?:um~)?\\d{1,2}(?:[:.]\\d\\d)?(?:~uhr)?',
    ],
  },
  {
    home: "(?:je~n['’]habite|nous~n['’]habitons|je~ne~vis)~plus~(?:à|au|en|aux)~",
    employer: 'je~ne~travaille~plus~(?:chez|pour)~',
    quit: "j['’]ai~quitté~mon~(?:emploi|travail|poste|job)~chez~",
    gone: "j['’]ai~démissionné~(?:de~chez~|de~|d['’])",
    left: "j['’]ai~quitté~",
    parted: "j['’]ai~rompu~avec~|je~me~suis~séparée?~(?:de~|d['’])",
    allergic: "je~ne~suis~plus~allergique~(?:à~la~|à~l['’]|à~|aux~|au~)",
    diet: ['je~ne~suis~plus~', 'végétarien(?:ne)?|végane?|végétalien(?:ne)?'],
    eatsNo: [
      "je~ne~mange~(?:pas|jamais|plus)~(?:de~|d['’])",
      'viande|porc|bœuf|boeuf|poisson|fruits~de~mer|œufs|oeufs|gluten|sucre|produits~laitiers',
    ],
    noted: [
      '(?:dentiste|médecin|coiffeur|vétérinaire|kiné|dîner|déjeuner|réunion|entretien|examen)',
      'avec~(?:le~|la~|ma~|mon~)?',
      '(?:ce~)?',
      'à~\\d{1,2}(?:~?h(?:\\d\\d)?|:\\d\\d)',
    ],
  },
  {
    home: '(?:ya~no~(?:vivo|vivimos)|no~vivo~más)~en~',
    employer: '(?:ya~no~trabajo|no~trabajo~más)~(?:en|para)~(?:la~|el~)?',
    quit: '(?:dejé|he~dejado|renuncié~a)~mi~(?:trabajo|empleo|puesto)~en~(?:la~|el~)?',
    gone: '(?:dejé|he~dejado|renuncié~a)~el~(?:trabajo|empleo|puesto)~en~(?:la~|el~)?',
    left: '(?:dejé|he~dejado|me~fui~de|me~he~ido~de)~',
    parted: '(?:rompí|he~roto|terminé|he~terminado|corté)~con~|me~(?:separé|he~separado|divorcié|he~divorciado)~de~',
    allergic: '(?:ya~no~soy|no~soy~más)~alérgic[oa]~(?:a~la~|a~los~|a~las~|al~|a~)',
    diet: ['ya~no~soy~', 'vegetarian[oa]|vegan[oa]'],
    eatsNo: ['(?:yo~)?no~como~', 'carne|cerdo|pescado|mariscos?|huevos|gluten|lácteos|azúcar'],
    noted: [
      '(?:dentista|médico|peluquer(?:o|ía)|veterinario|fisio|cena|almuerzo|reunión|entrevista|examen)',
      'con~(?:el~|la~|mi~)?',
      'el~(?:próximo~)?',
      'a~las~\\d{1,2}(?:[:.]\\d\\d)?',
    ],
  },
  {
    home: 'non~(?:vivo|abito)~più~(?:a|in|ad)~(?![^.;]*~da~sol[oa](?!\\p{L}))',
    employer: 'non~lavoro~più~(?:per|presso|da|alla)~',
    quit: 'ho~lasciato~(?:il~)?mio~(?:lavoro|posto)~(?:presso|da|alla)~',
    gone: '(?:ho~lasciato~(?:il~)?(?:lavoro|posto)~(?:presso|da|alla)|mi~sono~(?:licenziat|dimess)[oa]~(?:da|dalla))~',
    left: 'ho~lasciato~(?:la~)?',
    parted: '(?:ho~rotto|ho~chiuso)~con~|mi~sono~(?:separat|divorziat|lasciat)[oa]~(?:da|con)~',
    allergic: "non~sono~più~allergic[oa]~(?:alla~|al~|allo~|alle~|agli~|ai~|all['’]|a~)",
    diet: ['non~sono~più~', 'vegetarian[oa]|vegan[oa]'],
    eatsNo: ['(?:io~)?non~mangio~', 'carne|maiale|pesce|uova|glutine|latticini|zucchero'],
    noted: [
      '(?:dentista|medico|parrucchiere|veterinario|fisioterapista|cena|pranzo|riunione|colloquio|esame)',
      'con~(?:il~|la~|mi[oa]~)?',
      '',
      'alle~\\d{1,2}(?:[:.]\\d\\d)?',
    ],
  },
  {
    home: '(?:já~não~(?:moro|vivo)|não~(?:moro|vivo)~mais)~(?:em|no|na)~',
    employer: '(?:já~não~trabalho|não~trabalho~mais)~(?:na|no|para~a|para~o|para)~',
    quit: '(?:deixei|larguei)~(?:o~)?meu~(?:trabalho|emprego)~(?:na|no)~',
    gone: '(?:deixei|larguei)~(?:o~)?(?:trabalho|emprego)~(?:na|no)~',
    left: '(?:deixei|saí~d)(?:(?<=deixei)~)?[ao]~',
    parted: '(?:terminei|acabei|rompi)~com~(?:[ao]~)?|(?:separei-me|divorciei-me|me~separei|me~divorciei)~d[eao]~',
    allergic: '(?:já~não~sou|não~sou~mais)~alérgic[oa]~(?:à~|ao~|aos~|às~|a~)',
    diet: ['(?:já~não~sou|não~sou~mais)~', 'vegetarian[oa]|vegan[oa]'],
    eatsNo: ['(?:eu~)?não~como~', 'carne|porco|peixe|marisco|ovos|glúten|laticínios|açúcar'],
  },
  {
    home: `(?:ik~woon|woon~ik)~${SINDS}niet~(?:meer|langer)~in~`,
    employer: `(?:ik~werk|werk~ik)~${SINDS}niet~(?:meer|langer)~(?:bij|voor)~(?:de~|het~)?`,
    quit: 'ik~heb~(?:mijn~)?ontslag~genomen~bij~(?:de~|het~)?',
    left: 'ik~(?:ben~weg~bij|ben~vertrokken~bij|ben~gestopt~bij)~(?:de~|het~)?',
    parted: 'ik~heb~het~uitgemaakt~met~|ik~ben~(?:gescheiden~van|uit~elkaar~met)~',
    allergic: '(?:ik~ben|ben~ik)~niet~(?:meer|langer)~allergisch~voor~',
    diet: ['(?:ik~ben|ben~ik)~(?:niet~meer~|geen~(?=\\p{L}+~meer))', 'vegetariër|veganist|vegetarisch|vegan', '(?:~meer)?'],
    eatsNo: ['ik~eet~geen~', 'vlees|varkensvlees|rundvlees|vis|eieren|noten|gluten|zuivel|suiker'],
    noted: [
      '(?:tandarts|huisarts|dokter|kapper|dierenarts|fysio|etentje|lunch|vergadering|sollicitatiegesprek|examen)',
      'met~(?:de~|mijn~)?',
      '(?:op~)?',
      'om~\\d{1,2}(?:[:.]\\d\\d)?(?:~uur)?',
    ],
  },
  {
    home: 'jag~bor~inte~(?:längre|mer)~i~',
    employer: 'jag~(?:jobbar|arbetar)~inte~(?:längre|mer)~(?:på|hos|för)~',
    quit: 'jag~har~sagt~upp~mig~från~',
    gone: 'jag~har~slutat~(?:jobba~)?(?:på|hos)~',
    left: 'jag~(?:har~)?(?:lämnat|lämnade)~|jag~slutade~(?:på|hos)~',
    parted: 'jag~(?:har~)?(?:gjort|gjorde)~slut~med~|jag~(?:har~)?(?:skilt|skilde)~mig~från~',
    allergic: 'jag~är~inte~(?:längre|mer)~allergisk~mot~',
    diet: ['jag~är~inte~(?:längre|mer)~', 'vegetarian|vegan'],
    eatsNo: ['jag~äter~inte~', 'kött|fläsk|fisk|skaldjur|ägg|gluten|nötter|socker'],
  },
];

const NAME = "(?-i:\\p{Lu})[\\p{L}\\p{M}’'-]+";

/** Words that look for their verb behind the name, as in German, find the end of the clause themselves. */
function endsAt(words: string): Pick<FactRule, 'isWhole' | 'isClause'> {
  return words.includes(ENDS) ? { isClause: true } : { isWhole: true };
}

function rulesOf({
  home,
  employer,
  quit,
  gone,
  left,
  parted,
  diet: [isNoMore, diets, behind = ''],
  allergic,
  allergicBehind,
  eatsNo: [eatsNo, foods],
  noted,
}: OverWords): FactRule[] {
  const own = { kind: 'personal', label: 'user' } as const;
  return [
    { ...own, attribute: 'home', ends: true, isWhole: true, value: 'name', pattern: said(`${home}(?!${NO_PLACE})`) },
    { ...own, attribute: 'employer', ends: true, isWhole: true, value: 'employer', pattern: said(`${employer}(?!${NO_EMPLOYER})`) },
    { ...own, attribute: 'employer', ends: true, isClause: true, value: 'employer', pattern: said(`(?:${quit})(?!${NO_EMPLOYER})`) },
    ...(gone === undefined ? [] : [goneRule(gone)]),
    {
      ...own,
      attribute: 'employer',
      ends: true,
      endsKnown: 'fact',
      ...endsAt(left),
      value: 'employer',
      pattern: said(`(?:${left})(?=(?-i:\\p{Lu}))`),
    },
    {
      ...own,
      attribute: PARTNER,
      ends: true,
      endsKnown: 'fact',
      ...endsAt(parted),
      value: 'given',
      pattern: said(`(?:${parted})(?=(?-i:\\p{Lu}))`),
    },
    {
      ...own,
      attribute: 'diet',
      ends: true,
      value: 'word',
      pattern: said(`${isNoMore}(?=(?:${diets})${behind}${ENDS})`),
    },
    { ...own, attribute: 'allergy to {}', ends: true, isWhole: true, value: 'phrase', pattern: said(`${allergic}${NO_ALLERGEN}`) },
    ...(allergicBehind === undefined
      ? []
      : [
          {
            ...own,
            attribute: 'allergy to {}',
            ends: true,
            isClause: true,
            value: 'word',
            pattern: said(allergicBehind),
          } satisfies FactRule,
        ]),
    { ...own, isWhole: true, isAgainst: true, value: 'phrase', pattern: said(`${eatsNo}(?=(?:${foods})${ENDS})`) },
    ...(noted === undefined ? [] : [notedRule(noted)]),
  ];
}

function goneRule(words: string): FactRule {
  return {
    kind: 'personal',
    label: 'user',
    attribute: 'employer',
    ends: true,
    endsKnown: 'fact',
    isClause: true,
    value: 'employer',
    pattern: said(`(?:${words})(?!${NO_EMPLOYER})`),
  };
}

function notedRule([things, company, day, time]: NonNullable<OverWords['noted']>): FactRule {
  return {
    kind: 'personal',
    label: 'user',
    opens: true,
    isOnDay: true,
    value: 'clause',
    pattern: said(`(?=${things}(?:~${company}${NAME})?~${day}(?:${WEEKDAY})(?:,?~${time})?\\s*(?:[.;!]|$))`),
  };
}

/** Reads what is no longer so, what somebody does not eat, and appointments noted in a few words, in languages other than English. */
export const OVER: readonly FactRule[] = OVER_WORDS.flatMap(rulesOf);
