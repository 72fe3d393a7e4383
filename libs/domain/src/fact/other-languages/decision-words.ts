/** Words up to a name, and what must stand behind it, where a verb ends the clause there. `~` is white space. */
export type AroundName = readonly [before: string, behind?: string];

/** Choices of one person or of several in a language; regular expressions. */
export interface Choices {
  readonly chose: readonly AroundName[];
  /** A change of programs, with `{old}` where the one before is named. */
  readonly changed: readonly AroundName[];
  /** The same of which the words tell of people and cars as well: only of known programs. */
  readonly passed?: readonly AroundName[];
  /** The same of which the words tell other things as well, such as who plays or what is talked of: only of coined names. */
  readonly replaced: readonly AroundName[];
  /** A change to a program, under way or done, that does not name the one before; only of coined names, too. */
  readonly turned: readonly AroundName[];
}

export interface DecisionWords {
  /** Words of which each of these statements has one. */
  readonly sign: string;
  readonly we: Choices;
  readonly i: Choices;
}

/** Words of time between the parts of a German verb; any other may deny the choice, or make it one of long ago. */
const WANN =
  '(?:(?:jetzt|nun|gerade|heute|gestern|endlich|inzwischen|mittlerweile|gemeinsam|(?:letzte|diese|vergangene)~woche|(?:letzten|diesen)~monat)~){0,2}';
const ALS = '(?:~(?:als|für|statt|anstelle)~[^,.;:]{2,40}?)?';

/** Words of time between a German verb and what somebody changes to. */
const BALD = `(?:(?:jetzt|nun|heute|morgen|bald|demnächst|endlich|(?:nächste|kommende|diese)[nsr]?~(?:woche|monat|jahr|quartal))~){0,2}`;

const german = (have: string, oneself: string, am: string, [take, turn, climb]: readonly string[]): Choices => ({
  chose: [
    [`${have}~${oneself}~${WANN}für~`, `${ALS}~entschieden`],
    [
      `${have}~${WANN}(?:beschlossen|entschieden),?~(?:künftig~|in~zukunft~|ab~sofort~|jetzt~)?`,
      `${ALS}~(?:zu~(?:verwenden|benutzen|nutzen|nehmen)|einzusetzen)`,
    ],
    [`${take}~(?:jetzt~|künftig~|ab~jetzt~)?`, '~(?:statt|anstelle~von)~[^,.;:]{2,40}'],
  ],
  changed: [[`${am}~${WANN}von~{old}~(?:zu|auf)~`, '~(?:gewechselt|umgestiegen)']],
  replaced: [[`${have}~${WANN}{old}~durch~`, '~(?:ersetzt|abgelöst)']],
  turned: [
    [`${am}~${WANN}(?:zu|auf)~`, '~(?:gewechselt|umgestiegen)'],
    [`${turn}~${BALD}(?:von~\\S{2,40}~)?(?:zu|auf|nach)~`, ''],
    [`${climb}~${BALD}auf~`, '~um'],
  ],
});

const french = (have: string, turned: string): Choices => {
  const lately = '(?:finalement~|donc~|enfin~|récemment~)?';
  return {
    chose: [
      [`${have}~${lately}décidé~(?:d['’](?:utiliser|adopter)|de~(?:passer|migrer)~(?:à|vers))~`],
      [`${have}~${lately}(?:choisi|retenu|adopté|opté~pour)~`],
    ],
    changed: [[`${have}~${lately}migré~de~{old}~(?:à|vers)~`]],
    passed: [[`(?:nous~sommes|on~est|je~suis)~${lately}passée?s?~de~{old}~à~`]],
    replaced: [[`${have}~${lately}remplacé~{old}~par~`]],
    turned: [[`(?:${have}~${lately}migré|${turned})~(?:maintenant~|enfin~|bientôt~)?(?:à|vers|sur)~`, '']],
  };
};

/** Refuses a time to come: of several who choose, the past in Spanish is the present, too. */
const NOT_TO_COME = '(?![^.;!?]*~(?:mañana|pronto|próxim[oa]s?|que~viene|cuando|en~cuanto|después~de|dentro~de)(?!\\p{L}))';

const spanish = (
  have: string,
  [decided, chose, opted, changed, migrated]: readonly string[],
  [replaced, turning]: readonly [string, string],
): Choices => ({
  chose: [
    [`(?:${have}~decidido|${decided})~(?:usar|utilizar|adoptar|(?:pasar|migrar)~a)~`],
    [`(?:${have}~(?:elegido|escogido|adoptado|optado~por)|${chose}|${opted}~por)~`],
  ],
  changed: [[`(?:${have}~(?:cambiado|migrado)|(?:${changed}|${migrated})${NOT_TO_COME})~de~{old}~a~`]],
  replaced: [[`(?:${have}~(?:reemplazado|sustituido)|(?:${replaced})${NOT_TO_COME})~{old}~(?:por|con)~`]],
  turned: [[`(?:ahora~)?(?:${have}~(?:pasado|cambiado|migrado)|${turning})~a~`, '']],
});

const italian = (have: string, turned: string): Choices => ({
  chose: [[`${have}~deciso~di~(?:usare|utilizzare|adottare|(?:passare|migrare)~a)~`], [`${have}~(?:scelto|adottato|optato~per)~`]],
  changed: [[`${have}~migrato~da~{old}~a~`]],
  replaced: [[`${have}~sostituito~{old}~con~`]],
  turned: [[`(?:ora~)?(?:${have}~migrato|${turned})~a~`, '']],
});

export const DECISION_WORDS: Readonly<Record<string, DecisionWords>> = {
  de: {
    sign: 'entschieden|beschlossen|gewechselt|umgestiegen|nehmen|nehme|ersetzt|abgelöst|(?:wechs(?:el|l)|migrier|steig)\\p{L}+',
    we: german('wir~haben', 'uns', 'wir~sind', ['wir~nehmen', 'wir~(?:wechseln|migrieren)', 'wir~steigen']),
    i: german('ich~habe', 'mich', 'ich~bin', ['ich~nehme', 'ich~(?:wechs(?:el|le)|migriere)', 'ich~steige']),
  },
  fr: {
    sign: 'décidé|choisi|retenu|opté|adopté|migré|remplacé|pass\\p{L}+|migr\\p{L}+',
    we: french('(?:nous~avons|on~a)', '(?:nous~sommes|on~est)~passée?s?|nous~passons|on~passe|nous~migrons|on~migre'),
    i: french("j['’]ai", 'je~suis~passée?|je~passe|je~migre'),
  },
  es: {
    sign: 'decidi\\p{L}*|decidí|eleg\\p{L}+|escogido|opt\\p{L}+|adoptado|cambi\\p{L}+|migr\\p{L}+|pas\\p{L}+|reempla\\p{L}+|sustitui\\p{L}+',
    we: spanish(
      'hemos',
      ['decidimos', 'elegimos', 'optamos', 'cambiamos', 'migramos'],
      ['reemplazamos|sustituimos', '(?:nos~)?(?:pasamos|cambiamos|migramos)|(?:nos~)?estamos~(?:pasando|cambiando|migrando)'],
    ),
    i: spanish(
      'he',
      ['decidí', 'elegí', 'opté', 'cambié', 'migré'],
      ['reemplacé|sustituí', '(?:me~)?(?:pasé|cambié|migré)|(?:me~)?estoy~(?:pasando|cambiando|migrando)'],
    ),
  },
  it: {
    sign: 'deciso|scelto|adottato|optato|migrato|sostituito|pass\\p{L}+|migr\\p{L}+',
    we: italian('abbiamo', 'siamo~passat[ie]|passiamo|migriamo|stiamo~(?:passando|migrando)'),
    i: italian('ho', 'sono~passat[oa]|passo|sto~(?:passando|migrando)'),
  },
};
