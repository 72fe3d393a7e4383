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

/**
 * Generates a chat of a user and an assistant: long messages, one fact in passing, and advice on the same subjects
 * without it.
 */
export function generateChatStore(random: SeededRandom, name: string, topics: readonly Topic[]): AskedStore {
  const words = wordsOf(topics);
  const chatter = (): string => (random.below(3) === 0 ? story(random, words) : remark(random));
  const told: (Telling & { readonly unit: string })[] = [];
  const silent: Topic[] = [];
  const sessions: StoredSession[] = [];
  let day = FIRST_DAY;
  random.shuffled(topics).forEach((topic, at) => {
    day += (1 + random.below(12)) * DAY;
    const events: NewEvent[] = [];
    const say = (kind: 'user_message' | 'agent_message', text: string): void => {
      events.push({ kind, text, occurredAt: day, ...(kind === 'agent_message' && { messageId: `${name}-${at}-${events.length}` }) });
    };
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
      told.push({ ...telling, unit: `${at + 1}:${events.length}` });
    } else say('user_message', `${random.pick(topic.chat)} ${remark(random)} What would you do?`);
    say('agent_message', `${random.pick(topic.chat)} ${advice(random, topic.name)}`);
    sessions.push({ name: `session-${at + 1}`, events, units: events.map((_, place) => `${at + 1}:${place + 1}`) });
  });
  return {
    store: { name, sessions },
    questions: [
      ...told.map((fact) => ({ text: askAbout(random, fact, undefined), kind: 'told', units: [fact.unit] })),
      ...silent.map((topic) => ({ text: askAbout(random, tellOf(random, topic), undefined), kind: 'never told', units: [] })),
    ],
  };
}
