import type { StatedFact } from './stated-fact.ts';

/**
 * Returns the value of a fact as it may stand beside the name of its attribute, without the sentence. Absent where it
 * would read as one that holds although the sentence ends it, or as one that is liked where it is hated.
 */
export function shownValue({ ends, attribute, value }: StatedFact): string | undefined {
  return ends === true || /^(?:.+ )?(?:liking|using) /u.test(attribute ?? '') ? undefined : value;
}
