import { ENGLISH_STOP_WORDS } from './stop-words.ts';

/**
 * Words without a topic, by language, between blanks. English ones are in no index; these are, as in another language
 * they may be topics.
 */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  de:
    'der die das dem den des ein eine einen einem einer eines und oder aber auch ich du er sie es wir ihr mir mich dir dich uns euch ihn ihm ihnen mein ' +
    'meine meinen meinem meiner dein deine deinen deiner unser unsere unseren sein seine seinen ihre ihren sich ist sind war waren bin bist habe hast hat ' +
    'haben hatte hatten wird werden wurde wurden kann können muss soll sollte will in im an am auf aus bei beim mit nach von vom vor zu zum zur für über ' +
    'unter um durch gegen ohne bis seit was wer wem wen wie wo wann warum wieso weshalb welche welcher welches welchen welchem wohin woher nicht kein ' +
    'keine nur noch schon so sehr dann denn da dort hier als wenn dass ob man mal bitte',
  fr:
    'le la les l un une des du de d au aux et ou mais je j tu il elle on nous vous ils elles me m te t se s lui leur mon ma mes ton ta tes son sa ses ' +
    'notre nos votre vos leurs ce cet cette ces c ça qui que qu quoi quel quelle quels quelles quand où comment pourquoi combien est es suis sommes êtes ' +
    'sont était étaient ai as a avons avez ont avait avaient sera être avoir ne n pas plus dans en sur sous par pour avec sans chez entre vers depuis y si',
  es:
    'el la los las un una unos unas de del al y e o u pero yo tú él ella usted nosotros ellos me te se le les lo nos mi mis tu tus su sus nuestro nuestra ' +
    'que qué quién quien quiénes cuál cual cuáles cuándo cuando dónde donde cómo como por para con sin en sobre entre hasta desde a es son era eran fue ' +
    'fueron soy eres está están estaba he has ha hemos han había hay ser no sí ya más muy este esta estos estas ese esa eso esto si cuánto cuánta cuántos ' +
    'cuántas porque',
  it:
    'il lo la l i gli le un uno una di del dello della dell dei degli delle a al allo alla all ai agli alle da dal dalla dall in nel nella nell nei con su ' +
    'sul sulla per tra fra e ed o ma io tu lui lei noi voi loro mi ti si ci vi mio mia miei mie tuo tua suo sua nostro nostra che chi cosa quale quali ' +
    'quando dove come perché quanto quanti è sono era erano ho hai ha abbiamo hanno aveva essere avere non più molto questo questa quello quella se',
  pt:
    'o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem e ou mas eu tu você ele ela nós vocês eles me te se lhe meu ' +
    'minha meus minhas teu tua seu sua nosso nossa que quem qual quais quando onde como porque é são era eram foi foram sou está estão tenho tem temos ' +
    'têm ter ser não já mais muito este esta esse essa isso se quanto quantos ao à',
  nl:
    'de het een en of maar ik jij je hij zij ze wij we jullie mij me mijn jouw zijn haar ons onze hun die dat deze dit wat wie welke waar wanneer hoe ' +
    'waarom is was waren ben bent heb hebt heeft hebben had hadden wordt worden werd kan kunnen moet in op aan met van voor naar uit bij door over onder ' +
    'tegen zonder tot sinds om te niet geen ook nog al zo dan er als',
  sv:
    'den det de en ett och eller men jag du han hon vi ni mig dig oss min mitt mina din ditt sin sitt vår som vad vem vilken vilket vilka var när hur ' +
    'varför är varit har hade ska skall skulle kan kunde i på av för med till från om under över genom utan inte ingen också än att så där här',
  ru:
    'и в во на с со к по из за от до у о об для при без через но или а я ты он она оно мы вы они меня мне тебя тебе его ему её ей нас нам вас вам их мой ' +
    'моя моё мои твой твоя наш наша ваш свой что кто как какой какая какое какие где когда куда почему зачем сколько это этот эта эти тот та те был была ' +
    'было были есть быть не ни да нет же ли бы уже ещё еще только тоже',
  ar: 'في من على إلى الى عن مع هو هي هم أنا أنت نحن ما ماذا متى أين كيف لماذا هل كم أي هذا هذه ذلك تلك التي الذي كان كانت أن إن لا لم لن قد و أو ثم',
};

const BY_LANGUAGE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(FUNCTION_WORDS).map(([language, words]) => [language, new Set(words.split(' '))]),
);
const LANGUAGES = [...BY_LANGUAGE.values()];
const WORD = /[\p{L}\p{M}]+/gu;

/** Returns true for a word that only makes a sentence in one of the languages or in English. `word` is in lower case. */
export function isFunctionWord(word: string): boolean {
  return ENGLISH_STOP_WORDS.has(word) || LANGUAGES.some((language) => language.has(word));
}

/** Fewer words of a language do not tell it. */
const LEAST_WORDS = 2;
/** Pairs of letters that stand in endings and particles of Japanese, and seldom in its topics. */
const HIRAGANA = /\p{Script=Hiragana}{2,}/gu;

/**
 * Returns the words of a question that only make a sentence, in the language that most of them are of; none of an English
 * one, as no index holds those. In Japanese these are its stretches of hiragana.
 */
export function functionWordsOf(query: string): string[] {
  const words = [...new Set(query.toLowerCase().match(WORD))];
  const heldBy = (language: ReadonlySet<string>): string[] => words.filter((word) => language.has(word));
  const best = LANGUAGES.map(heldBy).reduce((most, own) => (own.length > most.length ? own : most), []);
  const isTold = best.length >= LEAST_WORDS && best.length > heldBy(ENGLISH_STOP_WORDS).length;
  return [...(isTold ? best : []), ...(query.match(HIRAGANA) ?? [])];
}

/** Number of characters that a language is told from. */
const READ_CHARS = 2_000;
/** Scripts that tell a language, or those that are written alike. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u],
  ['ko', /\p{Script=Hangul}{2}/u],
  ['zh', /\p{Script=Han}{2}/u],
];

interface LanguageCount {
  readonly language: string;
  /** Number of different function words of the language that a text holds. */
  readonly count: number;
}

/** Counts the function words of each language in the start of a text, the most first. */
function countLanguages(text: string): LanguageCount[] {
  const words = [...new Set(text.slice(0, READ_CHARS).toLowerCase().match(WORD))];
  return [['en', ENGLISH_STOP_WORDS] as const, ...BY_LANGUAGE]
    .map(([language, own]) => ({ language, count: words.filter((word) => own.has(word)).length }))
    .sort((a, b) => b.count - a.count);
}

/**
 * Returns the language (ISO 639-1) whose function words a text holds most, or that its script tells; undefined where it
 * holds too few, or as many of two languages.
 */
export function languageOf(text: string): string | undefined {
  return languageIn(countLanguages(text), text);
}

function languageIn([most, next]: readonly LanguageCount[], text: string): string | undefined {
  if (most!.count >= LEAST_WORDS && most!.count > next!.count) return most!.language;
  return most!.count >= LEAST_WORDS ? undefined : SCRIPTS.find(([, script]) => script.test(text.slice(0, READ_CHARS)))?.[0];
}

/** Share of the function words of a text's language from which it may as well be in another: a log with words of both. */
const AS_WELL = 0.5;

/**
 * Returns true where a question is in one language, and all of the texts whose language can be told are in others, and not
 * partly in its own.
 */
export function isInOtherLanguages(question: string, texts: readonly string[]): boolean {
  const asked = languageOf(question);
  if (asked === undefined) return false;
  const found = texts.flatMap((text) => {
    const counts = countLanguages(text);
    const language = languageIn(counts, text);
    if (language === undefined) return [];
    const own = counts.find((one) => one.language === asked)?.count ?? 0;
    return [own > 0 && own >= AS_WELL * counts[0]!.count ? asked : language];
  });
  return found.length > 0 && !found.includes(asked);
}
