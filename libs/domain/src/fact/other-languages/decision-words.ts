/** Words up to a name, and what must stand behind it, where a verb ends the clause there. `~` is white space. */
export type AroundName = readonly [before: string, behind?: string];

/** Choices of one person or of several in a language; regular expressions. */
export interface Choices {
  readonly chose: readonly AroundName[];
  /** A change of programs, with `{old}` where the one before is named. */
  readonly changed: readonly AroundName[];
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

const german = (have: string, oneself: string, am: string, take: string): Choices => ({
  chose: [
    [`${have}~${oneself}~${WANN}für~`, `${ALS}~entschieden`],
    [
      `${have}~${WANN}(?:beschlossen|entschieden),?~(?:künftig~|in~zukunft~|ab~sofort~|jetzt~)?`,
      `${ALS}~(?:zu~(?:verwenden|benutzen|nutzen|nehmen)|einzusetzen)`,
    ],
    [`${take}~(?:jetzt~|künftig~|ab~jetzt~)?`, '~(?:statt|anstelle~von)~[^,.;:]{2,40}'],
  ],
  changed: [[`${am}~${WANN}von~{old}~(?:zu|auf)~`, '~(?:gewechselt|umgestiegen)']],
});

const french = (have: string): Choices => {
  const lately = '(?:finalement~|donc~|enfin~|récemment~)?';
  return {
    chose: [
      [`${have}~${lately}décidé~(?:d['’](?:utiliser|adopter)|de~(?:passer|migrer)~(?:à|vers))~`],
      [`${have}~${lately}(?:choisi|retenu|adopté|opté~pour)~`],
    ],
    changed: [[`${have}~${lately}migré~de~{old}~(?:à|vers)~`]],
  };
};

const spanish = (have: string, [decided, chose, opted, changed, migrated]: readonly string[]): Choices => ({
  chose: [
    [`(?:${have}~decidido|${decided})~(?:usar|utilizar|adoptar|(?:pasar|migrar)~a)~`],
    [`(?:${have}~(?:elegido|escogido|adoptado|optado~por)|${chose}|${opted}~por)~`],
  ],
  changed: [[`(?:${have}~(?:cambiado|migrado)|${changed}|${migrated})~de~{old}~a~`]],
});

const italian = (have: string): Choices => ({
  chose: [[`${have}~deciso~di~(?:usare|utilizzare|adottare|(?:passare|migrare)~a)~`], [`${have}~(?:scelto|adottato|optato~per)~`]],
  changed: [[`${have}~migrato~da~{old}~a~`]],
});

export const DECISION_WORDS: Readonly<Record<string, DecisionWords>> = {
  de: {
    sign: 'entschieden|beschlossen|gewechselt|umgestiegen|nehmen|nehme',
    we: german('wir~haben', 'uns', 'wir~sind', 'wir~nehmen'),
    i: german('ich~habe', 'mich', 'ich~bin', 'ich~nehme'),
  },
  fr: {
    sign: 'décidé|choisi|retenu|opté|adopté|migré',
    we: french('(?:nous~avons|on~a)'),
    i: french("j['’]ai"),
  },
  es: {
    sign: 'decidi\\p{L}*|decidí|eleg\\p{L}+|escogido|opt\\p{L}+|adoptado|cambi\\p{L}+|migr\\p{L}+',
    we: spanish('hemos', ['decidimos', 'elegimos', 'optamos', 'cambiamos', 'migramos']),
    i: spanish('he', ['decidí', 'elegí', 'opté', 'cambié', 'migré']),
  },
  it: {
    sign: 'deciso|scelto|adottato|optato|migrato',
    we: italian('abbiamo'),
    i: italian('ho'),
  },
};
