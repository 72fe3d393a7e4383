import { wholeWords } from '../../terms/whole-words.ts';

/** Words for food and drink that somebody cannot or does not take, in the languages that facts about it are read in. */
export const NOT_TAKEN = new RegExp(
  wholeWords(
    [
      'allerg\\p{L}*|(?:\\p{L}+-)?intoleran\\p{L}*|(?:lactose|laktose|gluten)\\p{L}*|(?:coeliac|celiac)\\p{L}*|diabet\\p{L}*',
      'vegetarian\\p{L}*|vegetarier\\p{L}*|végétarien\\p{L}*|vegan\\p{L}*|pescatarian|kosher|halal',
      "(?:don['’]t|do not|can['’]t|cannot|doesn['’]t|does not|never|no longer|avoid\\p{L}*) (?:eat|drink|dairy|meat)\\p{L}*",
      'esse kein\\p{L}*|trinke kein\\p{L}*|(?:mange|bois) (?:pas|plus)|no (?:como|bebo)',
    ].join('|'),
  ),
  'iu',
);
