import { atFirstUse } from '../../lazy/at-first-use.ts';
import { wholeWords } from '../../terms/whole-words.ts';
import { asksElse } from '../question-kind/asks-what.ts';
import { namesTopic } from '../question-kind/names-topic.ts';

/** Characters up to which a query is read as a question for what was done: a longer one names something. */
export const MAX_ASKED_CHARS = 200;

/** Words of a question for the rules that somebody set, in one language: regular expressions over whole words. */
interface RuleQuestionWords {
  /** Nouns for rules. */
  readonly rules: string;
  /** Words that ask for a list, and those around the noun that name nothing else. */
  readonly asks: string;
  readonly frame: string;
  /** Questions without the noun, whole: "what must I never do". */
  readonly alone?: string;
}

const WORDS: readonly RuleQuestionWords[] = [
  {
    rules: "(?:ground |house |hard )?rules|constraints|instructions|guidelines|restrictions|do['’]?s and don['’]?ts",
    asks: 'what|which|list|show|tell|give|name|remind|repeat',
    frame:
      'list|show|tell|give|gave|given|name|remind|repeat|set|made|laid down|me|all|every|each|any|of|project|session|conversation|agent|assistant|user|team|follow|obey|respect|observe|keep|stick|apply|hold|valid|standing|general|current|so far|up to now|please|need|have|work|working',
    alone: [
      "what (?:must|may|should|can|shall)(?:n['’]t)? (?:i|you|we|the agent) (?:never|not|always) do",
      "what (?:mustn|shouldn|can)['’]t (?:i|you|we|the agent) do",
      'what (?:am|are) (?:i|you|we) not (?:allowed|supposed|permitted) to do',
      'what (?:did|have) (?:i|we|the user) (?:told|tell|asked?|forbid|forbidden) (?:you|the agent) (?:(?:never|not|always) to|to (?:never|not|always)) do',
    ].join('|'),
  },
  {
    rules: 'regeln|vorgaben|anweisungen|einschränkungen|auflagen|vorschriften',
    asks: 'welche[nr]?|was|nenn(?:e|en)?|zeige?|list(?:e|en)?|wiederhole?',
    frame:
      'nenn(?:e|en)?|zeige?|list(?:e|en)?|wiederhole?|auf|gegeben|gesetzt|gemacht|aufgestellt|genannt|gelten|gilt|beachten|befolgen|einhalten|halten|alle|dieses|projekt|sitzung|agent|bisher|bitte',
  },
  {
    rules: 'règles|consignes|instructions|contraintes|directives',
    asks: 'quel(?:le)?s|quoi|list(?:e|er|ez)|montre|donne|rappelle',
    frame:
      "list(?:e|er|ez)|montre|donne|rappelle|moi|toutes?|tous|données?|fixées?|posées?|suivre|respecter|observer|doi[st]|dois-je|dois-tu|projet|session|agent|jusqu['’ ]?ici|quel(?:le)?s",
  },
  {
    rules: 'reglas|normas|instrucciones|restricciones|pautas',
    asks: 'qué|cuáles|lista|muestra|dime|dame|repite',
    frame:
      'lista|muestra|dime|dame|repite|todas?|dado|dad[oa]s?|puesto|seguir|respetar|cumplir|debo|debes|debemos|hay|proyecto|sesión|agente|ahora|cuáles',
  },
  {
    rules: 'regole|istruzioni|vincoli|restrizioni',
    asks: 'quali|che|cosa|elenca(?:mi)?|mostra(?:mi)?|dimmi',
    frame:
      'elenca(?:mi)?|mostra(?:mi)?|dimmi|tutt[ei]|dat[oaie]|post[oaie]|seguire|rispettare|devo|devi|dobbiamo|progetto|sessione|agente|finora|quali',
  },
  {
    rules: 'regras|instruções|restrições|diretrizes',
    asks: 'que|quais|lista|mostra|diz|diga|repete',
    frame:
      'lista|mostra|diz|diga|repete|todas?|dei|dado|dad[oa]s?|deste|seguir|respeitar|cumprir|devo|deves|deve|devemos|projeto|sessão|agente|agora|quais',
  },
  {
    rules: 'regels|instructies|beperkingen|richtlijnen|voorschriften',
    asks: 'welke|wat|noem|toon|geef|herhaal',
    frame: 'noem|toon|geef|herhaal|alle|gegeven|gesteld|volgen|naleven|houden|moet|moeten|gelden|project|sessie|agent|welke',
  },
];

const patterns = atFirstUse(() =>
  WORDS.map(({ rules, asks, frame, alone }) => ({
    rules: new RegExp(wholeWords(rules), 'iu'),
    asks: new RegExp(wholeWords(asks), 'iu'),
    said: new RegExp(wholeWords(`${rules}|${asks}|${frame}`), 'giu'),
    ...(alone !== undefined && { alone: new RegExp(`^\\P{L}*(?:and |so )?(?:${alone})\\P{L}*$`, 'iu') }),
  })),
);

/** Returns true for a query that may ask for rules: a look at its words, before the time in it is read. */
export function mayAskForRules(query: string): boolean {
  return query.length <= MAX_ASKED_CHARS && patterns().some(({ rules, alone }) => rules.test(query) || alone?.test(query) === true);
}

/**
 * Returns true for a question that lists the rules which the user set, and names nothing else: "what rules did I give you",
 * "which constraints do I have to follow". "Which rules did we set for the login" is answered by what was said of the login.
 */
export function asksForRules(query: string): boolean {
  if (query.length > MAX_ASKED_CHARS || asksElse(query)) return false;
  return patterns().some(
    ({ rules, asks, said, alone }) =>
      alone?.test(query) === true || (rules.test(query) && asks.test(query) && !namesTopic(query.replace(said, ' '))),
  );
}
