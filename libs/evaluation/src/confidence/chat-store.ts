import type { NewEvent } from '@total-recall/domain';
import type { StoredSession } from '../conversations/conversation-set.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { AskedStore } from './asked-store.ts';
import { askAbout, tellOf, type Telling } from './ask-about.ts';
import { wordsOf } from './people-store.ts';
import { advice, remark, story } from './small-talk.ts';
import type { Topic } from './topics.ts';

const FIRST_DAY = Date.UTC(2032, 4, 2, 9);
const DAY = 86_400_000;

/** Form of the user's questions: as people mostly ask, or in none of the words in which the fact was told. */
export type ChatQuestions = 'mixed' | 'roundabout';

/** Sessions without a fact after each one with a topic, in which roundabout questions have to find theirs. */
const IDLE_SESSIONS = 2;

/**
 * Generates a chat of a user and an assistant: long messages, one fact in passing, and advice on the same subjects
 * without it.
 */
export function generateChatStore(
  random: SeededRandom,
  name: string,
  topics: readonly Topic[],
  asked: ChatQuestions = 'mixed',
): AskedStore {
  const words = wordsOf(topics);
  const chatter = (): string => (random.below(3) === 0 ? story(random, words) : remark(random));
  const told: (Telling & { readonly unit: string })[] = [];
  const silent: Topic[] = [];
  const sessions: StoredSession[] = [];
  let day = FIRST_DAY;
  const openSession = () => {
    day += (1 + random.below(12)) * DAY;
    const at = sessions.length + 1;
    const events: NewEvent[] = [];
    const say = (kind: 'user_message' | 'agent_message', text: string): void => {
      events.push({ kind, text, occurredAt: day, ...(kind === 'agent_message' && { messageId: `${name}-${at}-${events.length}` }) });
    };
    const unit = (): string => `${at}:${events.length}`;
    const close = (): void => {
      sessions.push({ name: `session-${at}`, events, units: events.map((_, place) => `${at}:${place + 1}`) });
    };
    return { say, unit, close };
  };
  const idle = (): void => {
    const { say, close } = openSession();
    for (let turn = 1 + random.below(4); turn > 0; turn -= 1) {
      say('user_message', Array.from({ length: 2 + random.below(4) }, chatter).join(' '));
      say('agent_message', advice(random, 'it'));
    }
    close();
  };
  for (const topic of random.shuffled(topics)) {
    const { say, unit, close } = openSession();
    const isTold = random.below(10) < 6;
    const isMentioned = isTold || random.below(3) > 0;
    if (!isTold) silent.push(topic);
    for (let turn = 1 + random.below(6); turn > 0; turn -= 1) {
      say('user_message', Array.from({ length: 2 + random.below(4) }, chatter).join(' '));
      say('agent_message', advice(random, isMentioned ? topic.name : 'it'));
    }
    if (isTold) {
      const telling = tellOf(random, topic);
      const around = Array.from({ length: 1 + random.below(6) }, chatter);
      around.splice(random.below(around.length + 1), 0, telling.tell.replaceAll('{v}', telling.value));
      say('user_message', around.join(' '));
      told.push({ ...telling, unit: unit() });
    } else say('user_message', `${random.pick(topic.chat)} ${remark(random)} What would you do?`);
    say('agent_message', `${random.pick(topic.chat)} ${advice(random, topic.name)}`);
    close();
    if (asked === 'roundabout') for (let count = IDLE_SESSIONS; count > 0; count -= 1) idle();
  }
  const ask = (telling: Telling): string =>
    asked === 'mixed' ? askAbout(random, telling, undefined) : random.pick(telling.topic.roundabout);
  return {
    store: { name, sessions },
    questions: [
      ...told.map((fact) => ({ text: ask(fact), kind: 'told', units: [fact.unit] })),
      ...silent.map((topic) => ({ text: ask(tellOf(random, topic)), kind: 'never told', units: [] })),
    ],
  };
}
