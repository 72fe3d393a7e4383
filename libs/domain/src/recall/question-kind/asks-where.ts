import { atFirstUse } from '../../lazy/at-first-use.ts';
import { wholeWords } from '../../terms/whole-words.ts';
import { withoutRoleWords } from '../asked-role.ts';
import { namesTopic } from './names-topic.ts';

/** Words of questions that ask where a text stands, by language: regular expressions over whole words. */
const STANDS: Readonly<Record<string, string>> = {
  en: 'appear(?:s|ed)?|occurr?(?:s|ed|rences?)?|seen?|saw|shown?|shows?|stands?|stood|logs?|logged|print(?:s|ed)?|output|messages?|errors?|warnings?|lines?|entry|entries|quotes?|quoted|phrases?|words?|sentences?|texts?|exact(?:ly)?|verbatim|place|find|found|read|came|come|time|conversation|used?',
  de: 'steht|stand|standen|stehen|erschien|erscheint|taucht|tauchte|auf|kam|kommt|vor|gesehen|sah|protokoll|logs?|zeilen?|meldung(?:en)?|fehler|satz|wort|worte|wörter|text|stelle|genau|wörtlich|gefunden|finde',
  fr: 'appar(?:aît|ait|u|ue|us|ues|aissait)|figure|figurait|trouve|trouvait|vue?s?|journal|log|logs|lignes?|messages?|erreurs?|phrases?|mots?|texte|endroit|exactement',
  es: 'aparece|apareció|aparecía|salió|sale|vimos|vio|visto|registro|log|logs|líneas?|mensajes?|error(?:es)?|frases?|palabras?|texto|exactamente|lugar',
  it: 'appare|apparso|apparve|compare|comparso|vist[oaie]|registro|log|righ[ae]|messaggi[o]?|error[ei]|fras[ei]|parol[ae]|testo|esattamente|trova',
  pt: 'aparece|apareceu|aparecia|vimos|viu|visto|registo|registro|log|logs|linhas?|mensage(?:m|ns)|erros?|frases?|palavras?|texto|exatamente|exactamente',
  nl: 'staat|stond|verschijnt|verscheen|gezien|zag|log|logboek|regels?|meldingen|melding|fouten|fout|zin|woord|woorden|tekst|precies',
  sv: 'står|stod|syns|syntes|sett|såg|logg|loggen|rad|rader|meddelande|fel|mening|ord|text|exakt',
  ru: 'появилось|появляется|появился|встречается|встретилось|видели|видел|видела|журнал[ае]?|лог[ае]?|логах|строк[аие]|сообщени[ея]|ошибк[аи]|фраз[аы]|слов[ао]|текст|точно',
};

const stands = atFirstUse(() => new RegExp(wholeWords(Object.values(STANDS).join('|')), 'giu'));

/**
 * Returns true where a question asks for a text that it names and for nothing else: "where was it seen", "who said it",
 * "what happened in the log at that time". `rest` is the question without that text.
 */
export function asksWhereItStands(rest: string): boolean {
  return !namesTopic(withoutRoleWords(rest).replace(stands(), ' '));
}
