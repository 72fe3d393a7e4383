import type { SeededRandom } from '../seeded-random.ts';
import type { Topic } from './topics.ts';

/** A fact that was told, or might have been. */
export interface Telling {
  readonly topic: Topic;
  readonly tell: string;
  readonly value: string;
}

export function tellOf(random: SeededRandom, topic: Topic): Telling {
  return { topic, tell: random.pick(topic.tells), value: random.pick(topic.values) };
}

const PLAIN = new Set(
  'a about after again all already am an and are as at back be been but by came can did do does for from gave get give go has have he her his how i if in into is it its like me mine months my no not now of on once one only or our out over so some that the their them then there they this to took two up us was we went were what when where which while who why will with would you your'.split(
    ' ',
  ),
);

/** Returns the words of a text that carry its meaning. */
export const contentWords = (text: string): string[] =>
  text
    .replaceAll('{v}', ' ')
    .split(/[^\p{L}'-]+/u)
    .filter((word) => word.length > 2 && !PLAIN.has(word.toLowerCase()));

/**
 * Asks for a fact by its value, by some of its words, or in other words, as people remember things more or less well.
 * `person` is absent when the asker asks about himself.
 */
export function askAbout(random: SeededRandom, { topic, tell, value }: Telling, person: string | undefined): string {
  const who = person ?? 'I';
  const whose = person === undefined ? 'my' : `${person}'s`;
  const style = random.below(10);
  if (style < 3) {
    const thing = value.replace(/^(?:an?|the|her|his) /, '');
    return phrase(
      random,
      random.pick([`When did ${who} mention ${thing}?`, `What was that with ${whose} ${thing}?`, `What did ${who} say of ${thing}?`]),
    );
  }
  if (style < 7) {
    const words = random.shuffled(contentWords(tell)).slice(0, 2 + random.below(3));
    return phrase(
      random,
      random.pick([
        `What did ${who} say about ${words.join(' ')}?`,
        `When was it with ${whose} ${words.join(' and ')}?`,
        `${who} spoke of ${words.join(', ')}: what was it?`,
      ]),
    );
  }
  return phrase(random, person === undefined ? random.pick(topic.mine) : random.pick(topic.asks).replaceAll('{p}', person));
}

/** Returns the question as it is, or as the keywords that an agent would search for. */
function phrase(random: SeededRandom, question: string): string {
  if (random.below(4) > 0) return question;
  return question
    .replace(/\?$/, '')
    .split(' ')
    .filter((word) => !PLAIN.has(word.toLowerCase()))
    .join(' ');
}
