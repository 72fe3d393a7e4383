/** Words that say how a thing is or that it is another one, and not which it is. */
const DESCRIBES =
  /^(?:not|still|too|very|really|quite|so|more|less|getting|being|going|coming|always|never|broken|down|dead|gone|back|free|paid|open|closed|full|empty|sold|missing|lost|late|early|slow|fast|sick|ill|here|there|near|next|out|available|expensive|cheap(?:er)?|better|worse|great|good|bad|nice|fine|ok(?:ay)?|OK|amazing|awesome|terrible|the (?:same|one)|that|this|it)(?!\p{L})/u;
/** The same in small letters, as titles have these words as well: that it changes, what it does now, that there is none. */
const HAPPENS =
  /^(?:(?:constantly|always|all|slowly|quickly|still|gradually)\s+)?(?:changing|shifting|varying|evolving|fluctuating|rotating|growing|turning|becoming|closing|opening|touring|leaving|dying|fading|performing|selling|shutting|breaking|falling|rising|retiring|splitting|ending|starting|beginning|streaming|airing|expanding|disappearing|hiring|moving|working|making|taking|doing|having|losing|winning|playing|different|whatever|whichever|undecided|undetermined|unclear|unknown|hard|difficult|impossible|anything|everything|anybody|anyone|up (?:in|to|for)|subject to|bound to|about to|under|in (?:flux|danger|trouble)|on (?:sale|hold|tour|strike)|over|mostly|probably|maybe|perhaps|either|neither|no longer|none)(?!\p{L})/u;
/** Things of which the best liked may well be to do something: "my favourite sport is running". */
const ACTIVITY =
  /(?:favou?rite|preferred)\s+(?:\p{L}+\s+){0,2}(?:hobby|sport|activity|pastime|exercise|workout|thing|part|way|chore|job|game|class|subject)s?(?:\s\p{L}+){0,2}\s+(?:is|are)\s/iu;
const IN_ENGLISH = /(?:favou?rite|preferred)\s/iu;
const COLOUR = /farbe|couleur|colore?(?!\p{L})|(?<!\p{L})cor(?!\p{L})|kleur|färg/iu;
const ARTICLE = /(?<!\p{L})(?:le|la|les|el|los|las|il|lo|o|a)\s+$/iu;
const NAME = /^["“‘«`]?[\p{Lu}\p{N}]/u;

/**
 * Returns true where the words behind "my favourite editor is" name one, and do not say how it is ("broken"). In other
 * languages only a name, a colour or a word with its article does so for certain.
 */
export function namesFavourite(before: string, value: string): boolean {
  if (IN_ENGLISH.test(before)) return !DESCRIBES.test(value) && (!HAPPENS.test(value) || ACTIVITY.test(before));
  return NAME.test(value) || COLOUR.test(before) || ARTICLE.test(before) || /^l['’]/iu.test(value);
}
