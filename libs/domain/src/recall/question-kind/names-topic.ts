import { ENGLISH_STOP_WORDS, SENTENCE_WORDS } from '../stop-words.ts';

/** Words for talking and doing, and those around them that are no other sentence's, by language. */
const TALK: ReadonlySet<string> = new Set(
  [
    'say said saying tell told ask asked asking talk talked talking discuss discussed discussing mention mentioned speak spoke work worked working',
    'was mir dir gesagt gefragt erzählt besprochen gesprochen geredet gemacht getan gearbeitet hast',
    "qu'est-ce qu’est-ce j'ai j’ai qu'ai-je qu’ai-je qu'avons-nous qu’avons-nous ai as dit demandé parlé discuté fait",
    'dije dijimos dijiste dicho pedí pedimos pregunté hablamos hablado discutimos hice hicimos hecho he',
    'cosa detto chiesto parlato discusso fatto hai',
    'o disse dissemos falei falamos pedi perguntei fiz fizemos discutimos',
    'ik je heb gezegd gevraagd besproken gesproken gedaan',
    'jag du vi sa sagt frågade pratade gjorde gjort',
    'сказал сказала сказали говорил говорила говорили спросил спросила обсуждали делал делала делали сделали ты вы',
  ]
    .join(' ')
    .split(' '),
);

const WORD = /[\p{L}\p{N}'’_-]+/gu;

/** Returns true where a question names a topic: "what did I say yesterday" asks for all that was said. */
export function namesTopic(query: string): boolean {
  const words = query.toLowerCase().match(WORD) ?? [];
  return words.some((word) => !ENGLISH_STOP_WORDS.has(word) && !SENTENCE_WORDS.has(word) && !TALK.has(word));
}
