import type { AskedQuestion, ConversationSet, QuestionLabels } from '../conversations/conversation-set.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import type { AskedStore } from './asked-store.ts';
import { generateChatStore } from './chat-store.ts';
import { HELD_OUT_TOPICS } from './held-out-topics.ts';
import { generatePeopleStore } from './people-store.ts';
import { FITTED_TOPICS } from './topics.ts';
import { generateFloodStore, generateRunStore } from './trace-store.ts';

/** Part of the data: for fitting the constants, or with separate topics and wordings for checking them. */
export type ConfidencePart = 'fit' | 'held-out';

export interface ConfidenceSetOptions {
  readonly part: ConfidencePart;
  readonly seed?: number;
  /** Number of stores of each kind. */
  readonly stores?: number;
  /** Adds chats whose questions share no word with what was told: only vectors find it. */
  readonly roundabout?: boolean;
}

/**
 * Generates conversations of people, chats with an assistant, logs and coding runs, with answerable and unanswerable
 * questions.
 */
export function generateConfidenceSet({ part, seed = 1, stores = 6, roundabout = false }: ConfidenceSetOptions): ConversationSet {
  const topics = part === 'fit' ? FITTED_TOPICS : HELD_OUT_TOPICS;
  const all = Array.from({ length: stores }, (_, at) => {
    const random = (kind: string): SeededRandom => createSeededRandom(`confidence ${part} ${seed} ${kind} ${at}`);
    const name = (kind: string): string => `${kind}-${at + 1}`;
    return [
      generatePeopleStore(random('people'), name('people'), topics),
      generateChatStore(random('chat'), name('chat'), topics),
      ...(roundabout ? [generateChatStore(random('roundabout'), name('roundabout'), topics, 'roundabout')] : []),
      generateFloodStore(random('flood'), name('flood'), part),
      generateRunStore(random('run'), name('run'), (part === 'fit' ? 1_000 : 2_000) + 50 * seed + at),
    ];
  }).flat();
  return toSet(all);
}

function toSet(all: readonly AskedStore[]): ConversationSet {
  const questions: AskedQuestion[] = [];
  const labels = new Map<string, QuestionLabels>();
  for (const { store, questions: asked } of all) {
    const sessionOf = new Map(store.sessions.flatMap(({ name, units }) => units.map((unit): [string, string] => [unit, name])));
    asked.forEach(({ text, kind, units }, at) => {
      const id = `${store.name}:${at + 1}`;
      questions.push({ id, store: store.name, text });
      labels.set(id, {
        category: `${store.name.split('-')[0]!}: ${kind}`,
        units,
        sessions: [...new Set(units.map((unit) => sessionOf.get(unit)!))],
        abstention: units.length === 0,
      });
    });
  }
  return { stores: all.map(({ store }) => store), questions, labels, withoutEvidence: 0 };
}
