import { singular, wordsOf } from './normal-words.ts';
import { allowedElsewhere, isAboutOne, isWay, orderElsewhere } from './orders-elsewhere.ts';
import type { StatedFact } from './stated-fact.ts';

/** Words in front of what an order is about. */
const LEAD =
  /^(?:(?:ok|okay|yes|please|actually|and|so|also|but|from now on|going forward|in (?:the )?future|henceforth)(?![\p{L}\p{N}])[\s,]*)*/iu;
const BAN =
  /^(?:(?:please )?(?:do not|don[’']t)(?: you)?(?: ever)?|never(?: ever)?|stop|avoid|no longer|under no circumstances(?: should you| may you)?|you (?:must|should|may|can)(?: not|not|n[’']t| never)|(?:I )?(?:do not|don[’']t) want you to)(?![\p{L}\p{N}])/iu;
const ALWAYS =
  /^(?:(?:please )?always|you (?:must|should)(?: always)?|make sure (?:to|that you|you)|be sure to|remember to)(?![\p{L}\p{N}])/iu;

/** "Emojis are fine again": the words behind the thing. */
const IS_FINE = /\s+(?:is|are)\s+(?:(?:now|again)\s+)?(?:fine|ok|okay|allowed|permitted|welcome)(?![\p{L}\p{N}]).*$/iu;

/** Match the reason why a rule is lifted, and the plain form that is to be in its place. */
const WHY = /,?\s+(?:because|since|as\s+(?:it|we|I))\s.*$|,\s+(?:the|it|we|I)\s.*$/isu;
const BUT_PLAIN =
  /(?:\s*[,;:–—-]\s*|\s+and\s+)(?:just\s+|use\s+|write\s+|go\s+back\s+to\s+)*(?:normal|plain|regular|ordinary|simple|running|flowing)\s.*$/isu;

/** Articles, and words of politeness and time: all others say what an order is about. */
const EMPTY: ReadonlySet<string> = new Set(['a', 'an', 'the', 'please', 'always', 'now', 'again', 'anymore']);
const ANY_MORE = /\s+any\s+(?:more|longer)(?=\s*(?:[.,;!]|$))/iu;

/** Ways in which answers are written, behind words that say no more than that they are written so. */
const STYLE =
  /^(?:(?:(?:answer|reply|respond|write)(?:ing)?\s+(?:in|with)|us(?:e|ing)|add(?:ing)?|includ(?:e|ing))\s+)?(?:any\s+|all\s+|more\s+)?(?<way>bullet[\s-]?points?|bullets|numbered\s+lists?|emojis?|markdown|footnotes|rhymes|sign-?offs?|haikus?)(?:\s+(?:again|now|anymore|please))*\s*[.!]?$/iu;
/** A reason that ends with the day or the task: what is allowed for it is forbidden again behind it. */
const PASSING =
  /(?<!\p{L})(?:only|just|once|today|tonight|tomorrow|until|till|while|moment|tests?(?!\s+(?:are|pass))|testing|trial|demo|exception|emergency|hotfix|revert\p{L}*|undo|rol{1,2}(?:ing)?\s+back|temporar\p{L}*|short|quick|hurry|urgent|rush|later|afterwards|soon|this|for\s+(?:now|a|an|one|the))(?!\p{L})/iu;

interface Order {
  /** Undefined for words that lift an order of either kind: "drop the rule about tabs". */
  readonly isBan: boolean | undefined;
  /** Words of its thing, in their order. */
  readonly about: string;
  /** True for words of another language than English, whose endings are taken off in another way. */
  readonly isElsewhere?: true;
}

/** Returns what a rule of work or answers is about; undefined for every other fact. */
function orderOf({ label, kind, attribute, value, ends, endsKnown }: StatedFact): Order | undefined {
  if (label !== 'feedback' || kind !== 'constraint' || attribute !== undefined || value === undefined) return undefined;
  // A sentence that lifts a ban allows its thing, as an order to do it does.
  if (endsKnown !== undefined) {
    if (PASSING.test(WHY.exec(value)?.[0] ?? '')) return undefined;
    const allowed = endsKnown === 'ban' ? allowedElsewhere(value) : undefined;
    if (allowed !== undefined) return allowed;
    return { isBan: endsKnown === 'order', about: aboutOf(value.replace(WHY, '').replace(IS_FINE, '').replace(BUT_PLAIN, '')) };
  }
  if (ends === true) return { isBan: undefined, about: aboutOf(value) };
  const other = orderElsewhere(value);
  if (other !== undefined) return other;
  const said = value.replace(LEAD, '');
  return {
    isBan: BAN.test(said),
    about: aboutOf(
      said
        .replace(BAN, '')
        .replace(ALWAYS, '')
        .replace(/\s+from now on\s*$/iu, ''),
    ),
  };
}

function aboutOf(words: string): string {
  const said = words.trim().replace(ANY_MORE, '');
  return wordsOf(STYLE.exec(said)?.groups?.['way'] ?? said)
    .map((word) => (word === 'emoji' ? 'emojis' : stemOf(singular(word))))
    .filter((word) => !EMPTY.has(word))
    .join(' ');
}

/** "Pushing" and "push" are one word, "using" and "use" as well. */
function stemOf(word: string): string {
  const stem = /^\p{L}{2,}(?:ing|ed)$/u.test(word) ? word.replace(/(?:ing|ed)$/u, '') : word;
  return stem.length < 3 ? stem : stem.replace(/([^aeiou\s])\1$/u, '$1').replace(/(?<=\p{L}{2})e$/u, '');
}

/** Returns true where a later order of the same speaker is the contrary of an earlier one: all words of their things are the same. */
export function isLiftedBy(earlier: StatedFact, later: StatedFact): boolean {
  if (earlier.saidBy !== later.saidBy) return false;
  const [before, after] = [orderOf(earlier), orderOf(later)];
  if (before?.isBan === undefined || after === undefined || before.about === '') return false;
  // "The rule about tabs" is the one to use them.
  if (after.isBan === undefined) return [after.about, `us ${after.about}`].includes(before.about);
  if (before.isBan === after.isBan) return false;
  if (before.isElsewhere !== after.isElsewhere) return before.about === after.about && isWay(before.about);
  return before.isElsewhere === true ? isAboutOne(before.about, after.about) : before.about === after.about;
}
