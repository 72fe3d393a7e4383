import { stopWordsAmong } from './foreign-stop-words.ts';
import { leastChars } from './dense-words.ts';
import { detachStrings } from './detach-strings.ts';
import { namesScrambled } from './is-scrambled.ts';
import { readRuns, type IdDoubt, type TermShape } from './read-runs.ts';

/** A term of one text. */
export interface TextTerm {
  /** Spelling of the term; a path is reduced to its file name where that tells enough. */
  readonly term: string;
  readonly shape: TermShape;
  /** Number of occurrences in the text. */
  readonly times: number;
}

const LONGEST_TERM = 120;
const SHAPES = ['paths', 'identifiers', 'codes', 'entities', 'words'] as const satisfies readonly TermShape[];
/** Weight of each kind of term: how specific it is to its place. */
export const SHAPE_WEIGHT: Readonly<Record<TermShape, number>> = { paths: 1.5, identifiers: 1.4, codes: 1.1, entities: 1.2, words: 0.6 };
/** Factor for a word that occurs only once in a text: the subject of a text recurs. */
export const SINGLE_WORD = 0.4;
/** Saturation of repeats in one text, as k1 in BM25. */
const SATURATION = 2;
/** Added to a term's length before the square root that divides its gain: short terms leave room for others. */
const EXTRA_CHARS = 4;

export const saturated = (times: number): number => times / (times + SATURATION);
export const perLength = (term: string): number => 1 / Math.sqrt(EXTRA_CHARS + term.length);

/** Everyday words, and words common in every tool transcript: they rarely tell spans apart. */
const COMMON = new Set(
  (
    'this that with from have will your about there their what when where which would could should been were they them then than these those here just like ' +
    'some more most also into over only other such after before because between through during under again once each both very same being does doing done make made ' +
    'want need know think look looks sure okay yeah well good great right thanks thank please sorry hello none null true false undefined return returns import export ' +
    'const function class type string number boolean object array value values name names file files line lines code text data user users tool tools call result results ' +
    'output input error errors command run running using used uses need needs first second next last new old add added adding update updated updating change changes changed ' +
    'create created creating check checking read reading write writing edit test tests list show find found know start end time times path content contents following ' +
    'still even much many every another since while until without within might must shall cannot didn doesn isn wasn aren won hasn haven let lets see seems now not and the for are ' +
    'how why who can you our its his her she any all but per may yes use get set run via etc one two three done here note issue case part way thing things something ' +
    'january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday ' +
    'thursday friday saturday sunday today tomorrow yesterday year years month months week weeks day days hour hours minute minutes ' +
    'down else above below least best better likely further already however therefore although though thus hence maybe perhaps really actually basically simply ' +
    'additional additionally specific specifically different similar same various several certain relevant related possible previous previously recent recently ' +
    'initial initially final finally general generally exact exactly direct directly indirect usually often sometimes always never almost enough quite rather instead ' +
    'along around away back behind beyond inside outside onto across near next toward upon within without ever yet soon later earlier early late ' +
    'ensure verify confirm consider continue proceed provide provided provides include includes included including require required requires suggest suggested ' +
    'seem seems appear appears become becomes became keep keeps kept leave leaves left right take takes taken taking give gives given giving get gets getting got gotten ' +
    'come comes came going goes went gone happen happens happening believe understand understood understanding remember explain explained mention mentioned mentions ' +
    'start started starting begin begins began beginning stop stopped finish finished complete completed completely full fully whole entire entirely empty ' +
    'small large larger largest big bigger long longer short shorter high higher low lower simple easy easily easier hard harder difficult quick quickly slow slowly ' +
    'number numbers count amount total kind kinds sort form forms place places point points side sides reason reasons idea ideas question questions answer answers ' +
    'problem problems issue issues solution solutions approach approaches method methods process information detail details detailed word words sentence paragraph ' +
    'person people everyone someone anyone nobody everything nothing anything somebody thanks welcome sincerely dear regards anymore wow oops hmm ' +
    'look looking looked search searched searching visit visited click clicked select selected choose chosen pick picks picked open opened close closed view viewed ' +
    'wait waiting waited try tries tried trying attempt attempts attempted fail fails failed failing failure success successful successfully pass passes passed passing ' +
    'correct correctly incorrect wrong valid invalid proper properly important necessary available unavailable ready sure certainly definitely indeed course ' +
    'show shows showed shown showing see seen saw tell told telling say says said saying ask asked asking speak speaks write writes written wrote read reads ' +
    'thought thoughts reasoning action actions mind mistake mistakes script scripts original originally format example link links page pages website site sites ' +
    'character characters key keys byte bytes limit limits http https www saved save load loaded image images report reports ' +
    'like help able available would didn hey since them yours mine ours himself herself whether whose whom upon versus among against toward ' +
    'don couldn wouldn shouldn hadn weren ain isn off out now how other self despite respectively exclusively actively efficiently automatically manually currently ' +
    'mostly newly apply applies applied applying allow allows allowed determine determined identify identified achieve achieved achieving access accessing accessed ' +
    'exist exists existing based making move moves moved moving noted notes faced repeat repeated corresponding contain contains containing comprehensive significant prominent ' +
    'past called calls calling gather gathered retrieve retrieved reference referenced specify specified request requested requests match matches matched skip remaining ' +
    'appropriate prevent prevents avoid avoids clarify assumption obtain obtained conduct indicate indicates encounter encountered encountering ' +
    'session message messages status description title task tasks item items step steps option options default example examples section sections available current'
  ).split(' '),
);

/** Endings of contractions: `it’s`, `we’ll`, `doesn’t`. */
const CONTRACTED = /(?:n’t|’(?:s|m|d|re|ve|ll|t))$/;

/** Returns true for an everyday word, and for one too short to tell anything. */
export function isCommonWord(word: string): boolean {
  const lower = word.toLowerCase();
  const whole = lower.includes('’') ? lower.replace(CONTRACTED, '') : lower;
  return whole.length < leastChars(whole) || COMMON.has(whole);
}

/** Returns the `limit` most telling terms of a text, best first, each once, without everyday words. */
export function readTerms(text: string, limit: number): TextTerm[] {
  const known: Record<TermShape, Map<string, Counted | null>> = {
    paths: new Map(),
    identifiers: new Map(),
    codes: new Map(),
    entities: new Map(),
    words: new Map(),
  };
  const scrambled = readRuns(text, (shape, found, doubt = 'none') => {
    const term = shape === 'paths' ? shortPath(found) : found;
    const before = known[shape].get(term);
    if (before === undefined) {
      const isCommon = term.length > LONGEST_TERM || (shape === 'paths' ? namesScrambled(term) : COMMON.has(term.toLowerCase()));
      known[shape].set(term, isCommon ? null : { term, shape, times: 1, doubt });
    } else if (before !== null) before.times++;
  });
  const twins = new Set([...known.identifiers.keys()].map((identifier) => identifier.toLowerCase()));
  const isStopWord = stopWordsAmong(known.words.keys());
  const found = SHAPES.flatMap((shape) =>
    [...known[shape].values()]
      .filter((term) => term !== null)
      .filter((term) => isOfShape(term, known, twins) && !(shape === 'words' && isStopWord(term.term))),
  );
  const terms = heaviest(withoutIds(found, scrambled), limit);
  const texts = detachStrings(terms.map(({ term }) => term));
  return terms.map(({ shape, times }, at) => ({ term: texts[at]!, shape, times }));
}

interface Counted {
  readonly term: string;
  readonly shape: TermShape;
  readonly doubt: IdDoubt;
  times: number;
}

/** Ids of chance from which on a text is full of them, and what one passes for a name of their number at most. */
const MANY_IDS = 8;
const PASSING = 0.3;

/**
 * Leaves out likely ids of a text full of them, and doubtful ones that stand there once: about a tenth of short
 * ids cannot be told from names by their letters. Where more than that may be ids, most are names.
 */
function withoutIds(found: readonly Counted[], scrambled: number): readonly Counted[] {
  if (scrambled < MANY_IDS) return found;
  const unlike = found.filter(({ doubt }) => doubt !== 'likely');
  const isDoubtful = ({ doubt, times }: Counted): boolean => doubt === 'may' && times === 1;
  const doubtful = unlike.filter((own) => own.shape !== 'words' && isDoubtful(own));
  return doubtful.length > PASSING * scrambled ? unlike : unlike.filter((own) => !isDoubtful(own));
}

function heaviest(found: readonly Counted[], limit: number): Counted[] {
  const weighed = found.map((own, at) => {
    const isSingle = own.shape === 'words' && own.times === 1;
    return { own, at, weight: SHAPE_WEIGHT[own.shape] * (isSingle ? SINGLE_WORD : 1) * saturated(own.times) * perLength(own.term) };
  });
  return weighed
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, limit)
    .map(({ own }) => own);
}

/**
 * Returns false where a term counts under another shape. `PoolV2` is read as an identifier and as a code, `parseHeader`
 * as an identifier and, in lower case, as a word.
 */
function isOfShape(
  term: Counted,
  known: Readonly<Record<TermShape, ReadonlyMap<string, Counted | null>>>,
  twins: ReadonlySet<string>,
): boolean {
  if (term.shape === 'words') return !twins.has(term.term);
  if (term.shape === 'codes') return !known.identifiers.has(term.term);
  return term.shape !== 'entities' || isName(term, known.words);
}

/** A word that is in lower case more often than capitalised is no name. */
function isName(entity: Counted, words: ReadonlyMap<string, Counted | null>): boolean {
  const word = words.get(entity.term.toLowerCase());
  return !word || word.times <= 2 * entity.times;
}

/** Names such as `index.ts` stand in many folders: up to this length, the stem keeps the folder before it. */
const AMBIGUOUS_STEM = 5;

/** Shortens a path for a marker: folders recur in a session's paths and tell spans apart less than their tokens cost. */
function shortPath(path: string): string {
  const segments = path.split('/');
  return segments.slice(segments.at(-1)!.lastIndexOf('.') <= AMBIGUOUS_STEM ? -2 : -1).join('/');
}
