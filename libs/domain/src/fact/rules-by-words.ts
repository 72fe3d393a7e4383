import { atFirstUse } from '../lazy/at-first-use.ts';
import { anyOf, type FactRule } from './fact-rule.ts';
import { patternsByWords, type PatternChoice } from './patterns-by-words.ts';

/** Chooses rules for a sentence. */
export interface RuleChoice extends Pick<PatternChoice, 'prepare'> {
  (text: string): FactRule[];
}

/**
 * Chooses the rules that may match a sentence, in their order: those whose required words stand in it. The others cannot
 * match, and most sentences have the words of a few rules only. Rules of one language have a sign of it, which is cheaper
 * to look for: their patterns are not even made before a sentence has it.
 */
export function rulesByWords(rules: readonly FactRule[]): RuleChoice {
  const places = Map.groupBy(rules.keys(), (at) => rules[at]!.onlyWith);
  const ofAny = chooserOf(rules, places.get(undefined) ?? []);
  const ofLanguages = [...places].flatMap(([sign, own]) => (sign === undefined ? [] : [{ sign, choose: chooserOf(rules, own) }]));
  // Most sentences have the sign of no language, which one look tells for less than a look for each.
  const anySign = atFirstUse(() => anyOf(ofLanguages.map(({ sign }) => sign())));
  const choose = (text: string): FactRule[] => {
    const chosen = [...ofAny(text)];
    if (ofLanguages.length > 0 && anySign().test(text))
      for (const { sign, choose } of ofLanguages) if (text.search(sign()) >= 0) chosen.push(...choose(text));
    return chosen.toSorted((a, b) => a - b).map((at) => rules[at]!);
  };
  return Object.assign(choose, { prepare: ofAny.prepare });
}

/** Chooses among the rules at some places, by their places. */
function chooserOf(rules: readonly FactRule[], places: readonly number[]): PatternChoice {
  const chosen = patternsByWords(() => places.values().map((at) => rules[at]!.pattern()));
  return Object.assign((text: string) => chosen(text).map((at) => places[at]!), { prepare: chosen.prepare });
}
