import { FUNCTION_WORDS } from '../function-words.ts';
import { ENGLISH_STOP_WORDS } from '../stop-words.ts';

const ENGLISH_TALK =
  'say said saying write wrote written writing tell told ask asked asking talk talked talking discuss discussed discussing mention mentioned speak spoke work worked working happen happens happened happening occur occurred thing things';

/** Words for talking and doing, by language. */
const TALK: Readonly<Record<string, string>> = {
  de: 'ding dinge sache sachen worum wonach gebeten sagte fragte bat gesagt geschrieben schrieb gefragt erzählt besprochen gesprochen geredet gemacht getan gearbeitet passiert passierte geschah geschehen los',
  fr: 'chose choses dit dite dites demandée demandées écrit demandé parlé discuté fait passé arrivé',
  es: 'cosa cosas escribí escribimos escrito dije dijimos dijiste dicho pedí pedimos pregunté hablamos hablado discutimos hice hicimos hecho pasó pasaba pasado sucedió sucedido ocurrió ocurrido',
  it: 'cose chiesta chieste detta dette detto scritto chiesto parlato discusso fatto successo accaduto accadde',
  pt: 'coisa coisas escrevi escrevemos escrito disse dissemos falei falamos pedi perguntei fiz fizemos discutimos aconteceu acontecido houve ocorreu',
  nl: 'ding dingen zei vroeg gezegd geschreven schreef gevraagd besproken gesproken gedaan gebeurde gebeurd gebeurt',
  sv: 'sak saker frågat sa sagt skrev skrivit frågade pratade gjorde gjort hände hänt',
  ru: 'писал писала написал написала написали сказал сказала сказали говорил говорила говорили спросил спросила обсуждали делал делала делали сделали случилось произошло происходило было',
};

/** Words without a topic of one language each: a word of one may be a topic in another, such as "hat" or "met". */
const LANGUAGES: readonly ReadonlySet<string>[] = [
  new Set([...ENGLISH_STOP_WORDS, ...ENGLISH_TALK.split(' ')]),
  ...Object.entries(FUNCTION_WORDS).map(([language, words]) => new Set(`${words} ${TALK[language] ?? ''}`.split(' '))),
];

/** Stand for a topic where they are what something is about. */
const ABOUT_WORK = /\babout (?:(?:the|my|our|your|his|her|their) )?(?:work|talk)\b/u;
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** Returns true where a question names a topic: "what did I say yesterday" asks for all that was said. */
export function namesTopic(query: string): boolean {
  const said = query.toLowerCase();
  const words = said.match(WORD) ?? [];
  return ABOUT_WORK.test(said) || !LANGUAGES.some((language) => words.every((word) => language.has(word)));
}
