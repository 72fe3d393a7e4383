import { createRequire } from 'node:module';
import { wholeWords } from '@total-recall/domain';
import type { Chrono } from 'chrono-node';

/** A language in which dates are recognised. */
export interface QueryLanguage {
  readonly locale: string;
  /** Loaded by the first query that may be in this language: all of them take .2 s of a start. */
  readonly chrono: Chrono;
  /** Words or characters by which it is detected. */
  readonly tells: RegExp;
}

const requireParser = createRequire(import.meta.url);

function createLanguage(locale: string, tells: RegExp): QueryLanguage {
  return {
    locale,
    tells,
    get chrono() {
      return (requireParser(`chrono-node/${locale}`) as { readonly casual: Chrono }).casual;
    },
  };
}

/** Matches whole words; `\b` handles only Latin letters without accents. */
function words(list: string): RegExp {
  return new RegExp(wholeWords(list.replaceAll(' ', '|')), 'giu');
}

/** The languages that the library supports. If a query matches several equally often, the first in this list wins. */
export const QUERY_LANGUAGES: readonly QueryLanguage[] = [
  createLanguage('en', words('the what which who when where why how did do does is was were i you we my our on at in of and to')),
  createLanguage(
    'de',
    words('der die das was wer wie wo wann warum welche welcher welches ich du wir am im um und war hat habe haben ist mein'),
  ),
  createLanguage(
    'fr',
    words('le la les que quoi qui quel quelle quand où pourquoi comment je tu nous vous est-ce est a ai avons du des mon en et'),
  ),
  createLanguage('es', words('el la los las qué que quién cuál cuándo dónde cómo yo tú nosotros hemos he ha del mi en y fue')),
  createLanguage('it', words('il lo la gli che cosa chi quale quando dove perché come io tu noi abbiamo ho ha del della mio di e è')),
  createLanguage('pt', words('o a os as que quem qual quando onde por como eu você nós foi do da em no na meu e')),
  createLanguage('nl', words('de het een wat wie welke wanneer waar waarom hoe ik jij je wij we hebben heb is op om van mijn en')),
  createLanguage('sv', words('det den vad vem vilken när var varför hur jag du vi har är på om och min i')),
  createLanguage('fi', words('mitä mikä kuka milloin missä miksi miten minä sinä me on oli ja')),
  createLanguage('vi', words('là gì ai khi nào đâu tôi bạn chúng ta vào ngày của và')),
  createLanguage('id', words('apa siapa kapan mana mengapa bagaimana saya kamu kita pada di yang dan')),
  createLanguage('uk', /[іїєґ]/giu),
  createLanguage('ru', /\p{Script=Cyrillic}/giu),
  createLanguage('ja', /[\p{Script=Hiragana}\p{Script=Katakana}]|日前/giu),
  createLanguage('zh', /\p{Script=Han}/giu),
  createLanguage('ar', /\p{Script=Arabic}/giu),
];

/** Languages that a query may be in, the likeliest first. */
interface DetectedLanguages {
  readonly languages: readonly QueryLanguage[];
  /** False where no word tells the language: it may be any. */
  readonly isTold: boolean;
}

/**
 * Detects the languages that a query may be in: those with the most matching words, or one fewer if the best is not
 * English. English, too, where one word alone tells another: "a" is one of Portuguese.
 */
export function detectLanguages(query: string): DetectedLanguages {
  const english = QUERY_LANGUAGES[0]!;
  const counted = QUERY_LANGUAGES.map((language) => ({ language, count: query.match(language.tells)?.length ?? 0 }));
  const most = Math.max(...counted.map(({ count }) => count));
  if (most === 0) return { languages: [english], isTold: false };
  const least = counted[0]!.count === most ? most : Math.max(1, most - 1);
  const told = counted
    .filter(({ count }) => count >= least)
    .toSorted((a, b) => b.count - a.count)
    .map(({ language }) => language);
  return { languages: most > 1 || told.includes(english) ? told : [...told, english], isTold: true };
}
