/** Words that say how a thing is or that it is another one, and not which it is. */
const DESCRIBES =
  /^(?:not|still|too|very|really|quite|so|more|less|getting|being|going|coming|always|never|broken|down|dead|gone|back|free|paid|open|closed|full|empty|sold|missing|lost|late|early|slow|fast|sick|ill|here|there|near|next|out|available|expensive|cheap(?:er)?|better|worse|great|good|bad|nice|fine|amazing|awesome|terrible|the (?:same|one)|that|this|it)(?!\p{L})/u;
const IN_ENGLISH = /(?:favou?rite|preferred)\s/iu;
const COLOUR = /farbe|couleur|colore?(?!\p{L})|(?<!\p{L})cor(?!\p{L})|kleur|färg/iu;
const ARTICLE = /(?<!\p{L})(?:le|la|les|el|los|las|il|lo|o|a)\s+$/iu;
const NAME = /^["“‘«`]?[\p{Lu}\p{N}]/u;

/**
 * Returns true where the words behind "my favourite editor is" name one, and do not say how it is ("broken"). In other
 * languages only a name, a colour or a word with its article does so for certain.
 */
export function namesFavourite(before: string, value: string): boolean {
  if (IN_ENGLISH.test(before)) return !DESCRIBES.test(value);
  return NAME.test(value) || COLOUR.test(before) || ARTICLE.test(before) || /^l['’]/iu.test(value);
}
