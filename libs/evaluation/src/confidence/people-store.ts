import type { NewEvent } from '@total-recall/domain';
import type { SeededRandom } from '../seeded-random.ts';
import type { StoredSession } from '../conversations/conversation-set.ts';
import type { AskedStore, StoreQuestion } from './asked-store.ts';
import { farewell, greeting, PEOPLE, reaction, remark, story } from './small-talk.ts';
import { askAbout, contentWords, tellOf, type Telling } from './ask-about.ts';
import type { Topic } from './topics.ts';

const FIRST_DAY = Date.UTC(2031, 0, 12, 18);
const DAY = 86_400_000;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

interface Told extends Telling {
  readonly person: string;
  readonly unit: string;
  readonly at: number;
}

/**
 * Generates two friends writing to each other for months. Each topic is told by one of them, by both, or mentioned
 * without being told.
 */
export function generatePeopleStore(random: SeededRandom, name: string, topics: readonly Topic[]): AskedStore {
  const [first, second, stranger] = random.shuffled(PEOPLE);
  const people = [first!, second!] as const;
  const told: Told[] = [];
  const silent: Topic[] = [];
  const scenes = random.shuffled(
    topics.flatMap((topic): { topic: Topic; teller: string | undefined }[] => {
      const fate = random.below(10);
      if (fate < 3) {
        silent.push(topic);
        return fate < 2 ? [{ topic, teller: undefined }] : [];
      }
      return fate < 6 ? people.map((teller) => ({ topic, teller })) : [{ topic, teller: random.pick(people) }];
    }),
  );
  const words = wordsOf(topics);
  const isWordy = random.below(3) > 0;
  const chatter = (): string => (isWordy && random.below(2) === 0 ? story(random, words) : remark(random));
  const length = 4 + random.below(24);
  const sessions: StoredSession[] = [];
  let day = FIRST_DAY;
  for (let number = 1; scenes.length > 0; number += 1) {
    day += (3 + random.below(20)) * DAY;
    const events: NewEvent[] = [];
    const say = (person: string, text: string): string => {
      events.push({ kind: 'user_message', text, meta: { agent: person }, occurredAt: day });
      return `${number}:${events.length}`;
    };
    const other = (person: string): string => (person === people[0] ? people[1] : people[0]);
    say(people[number % 2]!, greeting(random));
    for (const { topic, teller } of scenes.splice(0, 1 + random.below(3))) {
      for (let count = random.below(length); count > 0; count -= 1) say(people[count % 2]!, chatter());
      const person = teller ?? random.pick(people);
      say(other(person), random.pick(topic.openers));
      if (teller !== undefined) {
        const telling = tellOf(random, topic);
        const unit = say(person, withExtras(random, telling.tell.replaceAll('{v}', telling.value)));
        told.push({ ...telling, person, unit, at: day });
        say(other(person), `${reaction(random)} ${random.below(2) === 0 ? random.pick(topic.chat) : ''}`.trim());
      } else say(person, `Nothing to report yet. ${random.pick(topic.chat)}`);
    }
    say(people[0], farewell(random));
    sessions.push({ name: `session-${number}`, events, units: events.map((_, at) => `${number}:${at + 1}`) });
  }
  return { store: { name, sessions }, questions: questionsOf(random, people, stranger!, told, silent) };
}

/** Returns words of all topics, told or not, as material for chatter. */
export function wordsOf(topics: readonly Topic[]): string[] {
  return topics.flatMap(({ values, tells, chat, asks }) => [...values, ...[...tells, ...chat, ...asks].flatMap(contentWords)]);
}

function withExtras(random: SeededRandom, text: string): string {
  const parts = [text, ...(random.below(2) === 0 ? [remark(random)] : [])];
  return (random.below(3) === 0 ? parts.toReversed() : parts).join(' ');
}

function questionsOf(
  random: SeededRandom,
  people: readonly string[],
  stranger: string,
  told: readonly Told[],
  silent: readonly Topic[],
): StoreQuestion[] {
  const answered = told.map((fact): StoreQuestion => {
    const dated = random.below(5) === 0 ? ` in ${MONTHS[new Date(fact.at).getUTCMonth()]!}` : '';
    const units = told.filter((one) => one.topic === fact.topic && one.person === fact.person).map(({ unit }) => unit);
    return { text: askAbout(random, fact, fact.person).replace(/\?$/, `${dated}?`), kind: 'told', units };
  });
  const unanswered = (kind: string, telling: Telling, person: string): StoreQuestion => ({
    kind,
    units: [],
    text: askAbout(random, telling, person),
  });
  const neverTold = silent.flatMap((topic) => people.map((person) => unanswered('never told', tellOf(random, topic), person)));
  const byOther = told
    .map((fact) => ({ fact, person: people.find((person) => person !== fact.person)! }))
    .filter(({ fact, person }) => !told.some((one) => one.topic === fact.topic && one.person === person))
    .map(({ fact, person }) => unanswered('told by another', fact, person));
  const ofStranger = told.filter(() => random.below(3) === 0).map((fact) => unanswered('unknown person', fact, stranger));
  return [...answered, ...neverTold, ...byOther, ...ofStranger];
}
