import { wholeWords } from '../../terms/whole-words.ts';

/**
 * The one whom a question asks about: who asks, somebody whom only a word for a person tells ("my sister", "she"), or
 * another, who may be named.
 */
export type AskedSubject = 'self' | 'untold' | 'other';

const words = (...inner: readonly string[]): RegExp => new RegExp(wholeWords(inner.join('|')), 'iu');

/** Favourites and teams of those who ask, which stand for them. */
const OWN_THINGS = [
  '(?:my|our)(?: all-time)? (?:favou?rites?|preferred)',
  'our (?:team|group|company|firm|project|department)',
  '(?:mein|unser)\\p{L}* lieblings\\p{L}+|unsere? (?:team|gruppe|firma|projekt|abteilung)',
  '(?:mon|ma|mes|notre|nos) \\p{L}+ (?:préféré|favori)\\p{L}*|notre (?:équipe|groupe|entreprise|projet)',
  '(?:mis?|nuestr\\p{L}+) \\p{L}+ (?:favorit|preferid)\\p{L}*|nuestr[oa] (?:equipo|grupo|empresa|proyecto)',
  '(?:miei|mie|mio|mia|nostr\\p{L}) \\p{L}+ preferit\\p{L}*|nostr[oa] (?:team|squadra|gruppo|progetto)',
  '(?:meus?|minhas?|noss\\p{L}+) \\p{L}+ (?:favorit|preferid)\\p{L}*|noss[oa] (?:time|equipe|equipa|grupo|projeto)',
  '(?:mijn|onze?) (?:favoriete|lievelings\\p{L}+)|ons (?:team|bedrijf|project)',
  '(?:min|mina|mitt|våra?) (?:favorit|älsklings)\\p{L}*|vårt (?:team|lag|projekt)',
].join('|');
/** Pronouns of the first person as subjects, and verbs that have it in their ending or beside a dative. */
const SELF = [
  "i|we|of us|ich|wir|je|j(?=['’])|nous|yo|nosotr[oa]s|io|noi|eu|nós|ik|wij|jag|vi",
  '(?:me|nos) (?:gust|encant)\\p{L}*|prefiero|preferimos|utiliz(?:o|amos)|elegí|elegimos|no (?:como|bebo|puedo|podemos)|odiamos',
  '(?:mi|ci) piac\\p{L}+|preferisco|preferiamo|usiamo|possiamo|odiamo',
  'gosto|gostamos|prefiro|odeio|escolhi|escolhemos|usamos|uso|posso|adoro|odio|detesto',
  OWN_THINGS,
].join('|');
const IS_SELF = words(SELF);
const BEGINS_WITH_SELF = new RegExp(`^(?:${SELF})(?![\\p{L}\\p{N}])`, 'iu');
const OPENS_IN_ITALIAN_OR_SWEDISH = /^(?:e |och )?(?:quali|quale|che|cosa|vilka|vilken|vilket|vad)\s/iu;
const OPENS_IN_DUTCH = /^(?:en )?(?:welke?|wat|wie)\s/iu;

/** Words of possession. Behind a preposition their thing is no subject: "which of my tools do I use". */
const POSSESSIVES =
  'my|our|your|his|her|their|mein\\p{L}*|dein\\p{L}*|unser\\p{L}*|sein\\p{L}*|ihre?\\p{L}?|mon|ma|mes|ton|tes|ses|notre|leurs?|votre|vos|' +
  'mis?|sus?|nuestr\\p{L}+|mi[oae]|miei|nostr\\p{L}|meus?|minhas?|noss\\p{L}+|mijn|onze|zijn|haar|min|mina|mitt|våra?|vårt';
const PREPOSITIONS =
  'of|from|in|on|at|with|for|among|by|von|aus|an|auf|bei|mit|für|unter|de|des|dans|sur|pour|avec|parmi|chez|en|con|para|por|' +
  'di|tra|per|su|van|uit|op|bij|met|voor|av|från|på|för|med|om';
const PERSONS = 'he|she|they|you|sie|elles?|ils|ellos|ellas?|vous|hij|zij|jij|hon';
/** A person whom only a word tells. */
const UNTOLD = words(`(?<!(?<![\\p{L}\\p{N}])(?:${PREPOSITIONS}) )(?!${OWN_THINGS})(?:${POSSESSIVES}) \\p{L}+`, PERSONS);
const ADVERBS = 'not|also|both|all|really|still|usually|actually|currently';
/** An English verb whose subject follows it, and is another than those above. */
const OTHER = words(
  '(?:do|does|did|have|has|had|can|could|should|would|will|must|may|might|cannot' +
    "|(?:do|does|did|have|has|had|ca|could|should|would|wo|must)n['’]?t)" +
    `(?: (?:${ADVERBS}))? (?!(?:${SELF}|${POSSESSIVES}|${PERSONS}|${ADVERBS})(?![\\p{L}\\p{N}]))\\p{L}+`,
);
/** Asks for what was said of somebody, who follows: "which cheeses did I say my sister likes". */
const REPORTED = words(
  '(?:i|we|you) (?:ever |already )?(?:say|said|tell|told|mention|mentioned|think|thought|know|remember|recall|believe)' +
    '(?: to)?(?: you| me| us)?(?: that)?(?! (?:about|of|to|and|or)(?![\\p{L}\\p{N}]))',
);

/** Returns whom a question asks about: the first that is a subject in it. */
export function askedSubject(question: string): AskedSubject {
  const text = question.replace(/^[¿¡\s]+/u, '');
  const reported = REPORTED.exec(text);
  const said = reported === null ? '' : text.slice(reported.index + reported[0].length).trimStart();
  if (/^\p{L}/u.test(said)) return subjectBeginning(said);
  // "i" is an article in Italian and a preposition in Swedish, and "je" is another in Dutch.
  const told = text.replace(foreignOf(text), ' ');
  const self = placeOf(IS_SELF, told);
  const untold = placeOf(UNTOLD, told);
  const other = placeOf(OTHER, told);
  if (untold < self && untold < other) return 'untold';
  return self < other ? 'self' : 'other';
}

function subjectBeginning(said: string): AskedSubject {
  if (BEGINS_WITH_SELF.test(said)) return 'self';
  return placeOf(UNTOLD, said) === 0 ? 'untold' : 'other';
}

/** Returns the words that are no pronouns of the first person in the language that a question opens in. */
function foreignOf(text: string): RegExp {
  if (OPENS_IN_ITALIAN_OR_SWEDISH.test(text)) return /(?<![\p{L}\p{N}])i(?![\p{L}\p{N}])/giu;
  return OPENS_IN_DUTCH.test(text) ? /(?<![\p{L}\p{N}])je(?![\p{L}\p{N}])/giu : /(?!)/u;
}

function placeOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.index ?? Infinity;
}
