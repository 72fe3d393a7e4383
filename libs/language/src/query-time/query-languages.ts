import * as ar from 'chrono-node/ar';
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import * as es from 'chrono-node/es';
import * as fi from 'chrono-node/fi';
import * as fr from 'chrono-node/fr';
import * as id from 'chrono-node/id';
import * as it from 'chrono-node/it';
import * as ja from 'chrono-node/ja';
import * as nl from 'chrono-node/nl';
import * as pt from 'chrono-node/pt';
import * as ru from 'chrono-node/ru';
import * as sv from 'chrono-node/sv';
import * as uk from 'chrono-node/uk';
import * as vi from 'chrono-node/vi';
import * as zh from 'chrono-node/zh';
import type { Chrono } from 'chrono-node';

/** A language in which dates are recognised. */
export interface QueryLanguage {
  readonly locale: string;
  readonly chrono: Chrono;
  /** Words or characters by which it is detected. */
  readonly tells: RegExp;
}

/** Matches whole words; `\b` handles only Latin letters without accents. */
function words(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.replaceAll(' ', '|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** The languages that the library supports. If a query matches several equally often, the first in this list wins. */
export const QUERY_LANGUAGES: readonly QueryLanguage[] = [
  {
    locale: 'en',
    chrono: en.casual,
    tells: words('the what which who when where why how did do does is was were i you we my our on at in of and to'),
  },
  {
    locale: 'de',
    chrono: de.casual,
    tells: words('der die das was wer wie wo wann warum welche welcher welches ich du wir am im um und war hat habe haben ist mein'),
  },
  {
    locale: 'fr',
    chrono: fr.casual,
    tells: words('le la les que quoi qui quel quelle quand où pourquoi comment je tu nous vous est-ce est a ai avons du des mon en et'),
  },
  {
    locale: 'es',
    chrono: es.casual,
    tells: words('el la los las qué que quién cuál cuándo dónde cómo yo tú nosotros hemos he ha del mi en y fue'),
  },
  {
    locale: 'it',
    chrono: it.casual,
    tells: words('il lo la gli che cosa chi quale quando dove perché come io tu noi abbiamo ho ha del della mio di e è'),
  },
  { locale: 'pt', chrono: pt.casual, tells: words('o a os as que quem qual quando onde por como eu você nós foi do da em no na meu e') },
  {
    locale: 'nl',
    chrono: nl.casual,
    tells: words('de het een wat wie welke wanneer waar waarom hoe ik jij je wij we hebben heb is op om van mijn en'),
  },
  { locale: 'sv', chrono: sv.casual, tells: words('det den vad vem vilken när var varför hur jag du vi har är på om och min i') },
  { locale: 'fi', chrono: fi.casual, tells: words('mitä mikä kuka milloin missä miksi miten minä sinä me on oli ja') },
  { locale: 'vi', chrono: vi.casual, tells: words('là gì ai khi nào đâu tôi bạn chúng ta vào ngày của và') },
  { locale: 'id', chrono: id.casual, tells: words('apa siapa kapan mana mengapa bagaimana saya kamu kita pada di yang dan') },
  { locale: 'uk', chrono: uk.casual, tells: /[іїєґ]/giu },
  { locale: 'ru', chrono: ru.casual, tells: /\p{Script=Cyrillic}/giu },
  { locale: 'ja', chrono: ja.casual, tells: /[\p{Script=Hiragana}\p{Script=Katakana}]|日前/giu },
  { locale: 'zh', chrono: zh.casual, tells: /\p{Script=Han}/giu },
  { locale: 'ar', chrono: ar.casual, tells: /\p{Script=Arabic}/giu },
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
