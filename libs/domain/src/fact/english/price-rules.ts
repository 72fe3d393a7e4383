import { MONEY, OF_WHAT, said, type FactRule } from '../fact-rule.ts';
import { NOW } from './english-words.ts';

const LATELY = `(?:~${NOW})?`;

/** Prices of things that are sold or rented, under the name that "the price of" gives them, too. */
export const PRICES: readonly FactRule[] = [
  {
    kind: 'value',
    label: 'owner',
    isQualified: true,
    attribute: '{attr} price',
    value: 'measure',
    pattern: said(`${OF_WHAT}${LATELY}~(?:costs|is${LATELY}~priced~at|sells~for)${LATELY}~${MONEY}`),
  },
];
