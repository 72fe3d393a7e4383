import { said, type FactRule } from '../fact-rule.ts';
import { PROGRAM } from '../value-forms.ts';
import { DECISION_WORDS, type AroundName, type Choices, type DecisionWords } from './decision-words.ts';

const OLD = '(?<old>\\p{L}(?:[\\p{L}\\p{N}.+#/-]*[\\p{L}\\p{N}+#])?)';
const CHANGE = { attribute: 'using {old}', saysChange: true } as const;
const END = '\\s*(?:[.,;!]|$|~(?:und|et|y|e)(?!\\p{L}))';

/** The same where more may follow that somebody does there: "we are switching to GitHub, have a look". */
const END_OR_WHY = '\\s*(?:[.;!]|$|,~(?:weil|da|denn|car|parce|puisque|porque|perché)(?!\\p{L}))';

/** Choices told in a language other than English; of a name alone, as of other words it is not sure that they name a thing. */
export const OTHER_DECISIONS: readonly FactRule[] = Object.values(DECISION_WORDS).flatMap(rulesOf);

function rulesOf({ sign, we, i }: DecisionWords): FactRule[] {
  const onlyWith = said(`(?:${sign})(?!\\p{L})`);
  return [...rulesOfChoices(we, 'project'), ...rulesOfChoices(i, 'user')].map((rule) => ({ ...rule, onlyWith }));
}

function rulesOfChoices({ chose, changed, passed = [], replaced, turned }: Choices, label: 'project' | 'user'): FactRule[] {
  const choice = { kind: 'decision', label, value: 'product' } as const;
  return [
    ...chose.map((words): FactRule => ({ ...choice, opens: true, pattern: aroundName(words) })),
    ...turned.map((words): FactRule => ({ ...choice, opens: true, isCoined: true, pattern: aroundName(words, END_OR_WHY) })),
    ...changed.map((words): FactRule => ({ ...choice, ...CHANGE, pattern: aroundName(words) })),
    // Names of known programs need no capital.
    ...[...changed, ...passed].map((words): FactRule => ({ ...choice, ...CHANGE, value: 'program', pattern: aroundName(words) })),
    ...replaced.map((words): FactRule => ({ ...choice, ...CHANGE, isCoined: true, pattern: aroundName(words) })),
  ];
}

function aroundName([before, behind]: AroundName, end = END): () => RegExp {
  const words = before.replace('{old}', OLD);
  return said(behind === undefined ? words : `${words}(?=(?-i:${PROGRAM})${behind}${end})`);
}
