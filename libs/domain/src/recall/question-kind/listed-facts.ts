import { wholeWords } from '../../terms/whole-words.ts';
import { askedSubject } from './asked-subject.ts';
import { NOT_TAKEN } from './not-taken.ts';
import type { QuestionKind } from './question-kinds.ts';

/** How a fact joins its speaker to a thing, as far as lists are asked for by it. */
export type ThingRelation = 'likes' | 'dislikes' | 'avoids' | 'uses';

const words = (...inner: readonly string[]): RegExp => new RegExp(wholeWords(inner.join('|')), 'iu');

const LIKES = words(
  "(?<!(?:look|looks|feel|feels|would|sounds?|seems?|['’]d) )likes?(?! to)|liked|loves?|loved|enjoy(?:s|ed)?|prefer(?:s|red)?|adore[sd]?",
  'fond of|(?:a )?(?:big |huge |great )?fans? of|keen on|passionate about|really into|favou?rites?',
  'mag|mögen|mögt|liebe|lieben|gerne?|am liebsten|lieblings\\p{L}+|bevorzug\\p{L}+',
  "(?:j['’])?(?:aime|adore)s?|aimons|adorons|préf[èé]r\\p{L}+",
  'gustan?|encantan?|prefiero|preferimos|preferid[oa]s?|favorit[oaei]s?',
  'piace|piacciono|adoro|preferisco|preferit[oaei]',
  'gosto|gostamos|prefiro|hou(?:d|den)? van|graag|lievelings\\p{L}+|favoriete|gillar|älskar|föredrar|favorit\\p{L}*',
);
const DISLIKES = words(
  "hate[sd]?|dislike[sd]?|detest(?:s|ed)?|loathe[sd]?|(?:can['’]?t|cannot|can not) stand",
  "(?:do not|don['’]?t|does not|doesn['’]?t|did not|didn['’]?t|never|no longer|not)(?: i| we)?(?: really| particularly| much)? (?:like|love|enjoy|liked|loved|enjoyed)",
  '(?:mag|mögen)(?: \\p{L}+){0,4} (?:nicht|kein\\p{L}*)|(?:mag|mögen) kein\\p{L}*|hasse[nt]?|verabscheu\\p{L}+',
  "n['’]aim\\p{L}+ pas|déteste\\p{L}*|no me gustan?|odi[oa]mos|odio|non mi piac\\p{L}+|detesto|não gost\\p{L}+|odeio|hou(?:d|den)? niet van|haat|haten|gillar inte|hatar",
);
/** Asks for what somebody cannot or does not take, beside the words of the statements themselves. */
const ASKS_AVOIDED = words(
  "(?:can['’]?t|cannot|can not|must not|mustn['’]t|should not|shouldn['’]t|don['’]?t|do not|doesn['’]?t|not allowed to|unable to) (?:i |we )?(?:eat|drink|have|tolerate|take)",
  "(?:can['’]?t|cannot|don['’]?t|do|does) (?:i|we) (?:not )?(?:eat|drink|tolerate|avoid)|vertrage \\p{L}+ nicht|darf ich nicht|esse ich nicht|no puedo (?:comer|beber)|ne (?:mange|bois|supporte)|non posso mangiare|não posso comer|mag ik niet|eet ik niet",
);
const USES = words(
  'use[sd]?|using|choose|chose|chosen|settled (?:on|for)|decided (?:on|for|to use|to go with)|went with|going with|go with|opted for|picked|adopted|rely on',
  '(?:switched|migrated|changed)(?: [^.;!?]{1,60}?)? to|moved (?:the|our|my|its|all|these|those|every) [^.;!?]{1,60}? to',
  'nutz(?:e|en|t)|benutz(?:e|en|t)|verwend(?:e|en|et)|einsetzen|setzen \\p{L}+|entschieden|gewählt|umgestiegen|gewechselt',
  'utilis\\p{L}+|choisi\\p{L}*|opté|us(?:o|amos)|utiliz\\p{L}+|eleg\\p{L}+|usiamo|scelt[oaei]|usamos|escolh\\p{L}+|gebruik\\p{L}*|gekozen|använder|valde|valt',
);
const USES_NOT = words(
  "(?:not|never|no longer|don['’]?t|won['’]?t|didn['’]?t|stopped|without|against|nicht|kein\\p{L}*|nie|pas|plus|non|não|niet|geen|inte) ?(?:to )?(?:[\\p{L}-]+ )?(?:use|using|choose|nutz\\p{L}+|benutz\\p{L}+|verwend\\p{L}+|utilis\\p{L}+|usar|gebruik\\p{L}*|använd\\p{L}*)",
  'decided (?:against|not to)|no (?:usamos|utilizamos)',
);

/** Returns how the sentence of a fact joins its speaker to a thing. That it states something was judged when it became a fact. */
export function relationOf(sentence: string): ThingRelation | undefined {
  if (NOT_TAKEN.test(sentence)) return 'avoids';
  if (DISLIKES.test(sentence)) return 'dislikes';
  if (LIKES.test(sentence)) return 'likes';
  return USES.test(sentence) && !USES_NOT.test(sentence) ? 'uses' : undefined;
}

/** Begins what is told about a thing rather than which it is: when, where, with whom, and why. */
const BESIDE =
  /[,;:.!?]|\s(?:while|when|whenever|because|as|since|after|before|during|until|so|on|in|at|with|for|wenn|weil|während|beim?|mit|zu[mr]?|am|quand|parce|pendant|avec|cuando|porque|con|quando|perché|com|als|omdat|met|när|eftersom|med)\s/iu;

/** Returns the begin of the sentence of a fact, which names its thing; what comes behind may be about anything. */
export function thingIn(sentence: string): string {
  return sentence.split(BESIDE, 1)[0]!;
}

/** Asks for all that somebody likes or has, without a word for what it is: "what do I like". */
const OPEN = words(
  "^(?:and |so |but )?what(?: all)? (?:do|am|are|can['’]?t|can|cannot|don['’]?t|have) (?:i|we)",
  "^(?:und )?was(?: alles)? \\p{L}+ (?:ich|wir)|^qu['’]est-ce que (?:j|je|nous)|^(?:¿)?qué (?:no )?(?:me|nos|puedo|podemos)|^(?:che )?cosa (?:non )?(?:mi|ci|posso)|^o que (?:eu|nós|não)|^wat \\p{L}+ (?:ik|wij|we)|^vad \\p{L}+ (?:jag|vi)",
);
/** Asks for several things, where no other kind of question is read of it. */
const SEVERAL = /^[¿\s]*(?:und |et |y |e |en |och )?(?:welche[nr]?|quel(?:le)?s|cuáles|qué \p{L}+s|quali|quais|welke|vilka) /iu;
/** Asks for a thing of a sort, of which somebody likes or leaves several: "what music do I like". */
const OF_A_SORT = /^(?:and |so |but )?(?:what|which) /iu;
/** Kinds of questions that take other pieces than a list of facts. */
const OTHER_KINDS: readonly QuestionKind[] = ['ask', 'when', 'order', 'summary', 'ever', 'infer'];
const MAX_CHARS = 500;

/** A question for a list of things by how they are joined to somebody. */
export interface ListedFacts {
  readonly relation: ThingRelation;
  /** True where who asks is the one asked about; else somebody has to be named. */
  readonly isOwn: boolean;
}

/**
 * Recognises a question for a list of things that somebody likes, dislikes, does not take or uses: "which teas do I like".
 * The pieces of such a list are told in other words, mostly without a word of the question, and each in another session.
 * Undefined where it asks about a person whom it does not name: "which teas does my sister like".
 */
export function listedFacts(query: string, kinds: ReadonlySet<QuestionKind>): ListedFacts | undefined {
  const text = query.slice(0, MAX_CHARS).replace(/\s+/gu, ' ').trim();
  if (OTHER_KINDS.some((kind) => kinds.has(kind))) return undefined;
  const relation = ASKS_AVOIDED.test(text) ? 'avoids' : relationOf(text);
  const isList = kinds.has('list') || SEVERAL.test(text) || OPEN.test(text);
  // There is often one thing alone that somebody uses for a purpose.
  if (!isList && (relation === 'uses' || !OF_A_SORT.test(text))) return undefined;
  const subject = askedSubject(text);
  return relation === undefined || subject === 'untold' ? undefined : { relation, isOwn: subject === 'self' };
}
