/** Possessives of a third person that no other word is, in whatever place of a name: "the port of his server". */
const ANYWHERE =
  /(?<!\p{L})(?:his|hers?|theirs?|its|whose|sein(?:e[rnms]?)|ihre[rnms]?|dessen|deren|leurs?|suoi|hennes|deras|его|её|их)(?!\p{L})/iu;
/** Those that are other words as well ("my son", the name Hans): before a thing, behind an article or a preposition. */
const BEFORE_THING =
  /(?:^|(?<!\p{L})(?:(?:[ao]s?|il|la|le|lo|i|gli|de[ls]?|d[oa]s?|della|dei|delle|van|von|av)\s+))(?:sein|ihr|son|sa|ses|sus?|suo|sua|sue|loro|seus?|suas|zijn|haar|hun|hans|dess)\s+\p{L}/iu;
/** Portuguese says it behind the thing: "o servidor dele". */
const BEHIND_THING = /\p{L}\s+del[ea]s?(?!\p{L})/iu;

/**
 * Returns true where the name of a thing says that it is another's, of whom it does not say who: "his server" of today may be
 * another man's than that of yesterday, so that neither is a value of the work.
 */
export function isAnothers(words: string): boolean {
  return ANYWHERE.test(words) || BEFORE_THING.test(words) || BEHIND_THING.test(words);
}
