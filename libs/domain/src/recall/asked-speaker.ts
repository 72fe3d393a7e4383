import { wholeWords } from '../terms/whole-words.ts';
import { withoutDecisionWords } from './asked-decisions.ts';
import { atFirstUse } from '../lazy/at-first-use.ts';

/** Words by which a language says that somebody who is named said, asked or wrote something: whole words. */
const SAYING: Readonly<Record<string, string>> = {
  en: 'say|says|said|ask|asks|asked|tell|tells|told|request(?:ed|s)?|mention(?:ed|s)?|suggest(?:ed|s|ions?)?|proposed?|proposals?|recommend(?:ed|s|ations?)?|report(?:ed|s)?|wr(?:ite|ote|itten)|answer(?:ed|s)?|repl(?:y|ied|ies)|explain(?:ed|s)?|messages?|questions?|words|remarks?',
  de: 'sagte|gesagt|fragte|gefragt|schrieb|geschrieben|antwortete|geantwortet|erzählte?|meldete|gemeldet|erklärte?|schlug|vorgeschlagen|empfohlen|bat|gebeten|nachricht(?:en)?|fragen?|antwort(?:en)?|vorschl(?:ag|äge)',
  fr: '(?:dit|écrit)e?s?|(?:demandé|expliqué|proposé|conseillé|recommandé|mentionné|signalé)e?s?|répondue?s?|messages?|questions?|réponses?|propositions?',
  es: 'dijo|dicho|pidió|pedido|preguntó|preguntado|escribió|escrito|explicó|explicado|propuso|propuesto|recomendó|recomendado|respondió|respondido|mensajes?|preguntas?|respuestas?|propuestas?',
  it: '(?:dett|chiest|scritt|spiegat|propost|consigliat|rispost|suggerit|segnalat)[oaie]|disse|chiese|messaggi[o]?|domand[ae]',
  pt: 'disse|dito|pediu|pedido|perguntou|perguntado|escreveu|escrito|explicou|propôs|recomendou|respondeu|respondido|sugeriu|mensage(?:m|ns)|perguntas?|respostas?|propostas?',
  nl: 'zei|gezegd|vroeg|gevraagd|schreef|geschreven|antwoordde|geantwoord|vertelde|verteld|stelde|voorgesteld|meldde|gemeld|berichten|bericht|vra(?:ag|gen)|antwoord(?:en)?|voorstel(?:len)?',
};
/**
 * Words that may stand beside a name that says it: no "about" or "to", as what was said of somebody, or to him, is another
 * question. "De" and "di" are left out where a verb needs no subject: "qué dijo de Ada".
 */
const BESIDE: Readonly<Record<string, string>> = {
  en: 'what is was were are did do does has have had the that which thing things of by from me us s',
  de: 'was ist war waren hat hatte der die das den dem von mir uns sache',
  fr: 'qu que quoi est ce a avait était fut la le l les de d par en chose m nous t il elle quel quelle',
  es: 'qué que es fue era ha había el la lo los las por me nos cosa cuál',
  it: 'che cosa cos è era fu ha aveva il la l lo le per mi ci qual quale',
  pt: 'o a os as que é foi era tem tinha por me nos coisa qual',
  nl: 'wat is was waren heeft had de het dat van me mij ons als',
};
/** "Decide" with a name, which words for a decision are not read with otherwise. */
const DECIDES = /(?<![\p{L}\p{N}])decide[sd]?(?![\p{L}\p{N}])/giu;
const MAX_CHARS = 1_000;

const saying = atFirstUse(() => new RegExp(wholeWords(Object.values(SAYING).join('|')), 'giu'));

const besides = atFirstUse(() => Object.values(BESIDE).map((words) => new Set(words.split(' '))));
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** A question for what somebody said or decided. */
export interface AskedOfSpeaker {
  readonly what: 'said' | 'decided';
  /** The query without the words for it; the name still stands in it. */
  readonly rest: string;
}

/**
 * Reads a question for what somebody said or decided, where it may name him: "what did Ada say", "Ada's decision". Undefined
 * where it asks for neither.
 */
export function askedOfSpeaker(query: string): AskedOfSpeaker | undefined {
  const text = query.slice(0, MAX_CHARS);
  const undecided = withoutDecisionWords(text.replace(DECIDES, 'decision'));
  if (undecided !== undefined) return { what: 'decided', rest: undecided };
  const rest = text.replace(saying(), ' ');
  return rest === text ? undefined : { what: 'said', rest };
}

/** Returns true where a question for what somebody said asks for nothing else. `rest` is without the words for that, his name and an order. */
export function asksNothingElse(rest: string): boolean {
  const words = rest.toLowerCase().match(WORD) ?? [];
  return besides().some((language) => words.every((word) => language.has(word)));
}
