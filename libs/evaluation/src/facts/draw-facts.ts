import { compareFacts, factKey, readFacts, utcDay, type FactSource, type NewEvent, type StatedFact } from '@total-recall/domain';
import { createHash } from 'node:crypto';
import type { ConversationStore } from '../conversations/conversation-set.ts';
import { createSeededRandom } from '../seeded-random.ts';

/** Rules are made on the one half of the stores and judged on the other. */
export type FactHalf = 'tune' | 'report';

/** A fact as it is shown to who labels it. */
export interface DrawnFact {
  readonly id: string;
  readonly set: string;
  readonly store: string;
  readonly half: FactHalf;
  /** Session and ordinal of its event. */
  readonly place: string;
  readonly sentence: string;
  readonly context: string;
  readonly fact: StatedFact;
}

/** A decision that a later statement replaces an earlier one. */
export interface DrawnSupersession {
  readonly id: string;
  readonly set: string;
  readonly store: string;
  readonly half: FactHalf;
  readonly key: string;
  readonly earlier: DrawnFact;
  readonly later: DrawnFact;
}

export interface DrawnFacts {
  readonly facts: readonly DrawnFact[];
  readonly supersessions: readonly DrawnSupersession[];
}

const CONTEXT_CHARS = 160;

/** Reads all facts of the stores of one data set, and decides their supersessions as a sweep over each store would. */
export function drawFacts(set: string, stores: readonly ConversationStore[]): DrawnFacts {
  const facts: DrawnFact[] = [];
  const supersessions: DrawnSupersession[] = [];
  for (const store of stores) {
    const alive = new Map<string, DrawnFact[]>();
    for (const source of sourcesOf(store)) {
      for (const fact of readFacts(source)) {
        const drawn = drawnFact(set, store.name, source, fact);
        facts.push(drawn);
        const key = factKey(fact, source);
        if (key === undefined) continue;
        const known = alive.get(key) ?? [];
        const relations = known.map((earlier) => ({ earlier, relation: compareFacts(earlier.fact, fact) }));
        for (const { earlier, relation } of relations) {
          if (relation !== 'supersedes') continue;
          supersessions.push({ id: idOf([earlier.id, drawn.id]), set, store: store.name, half: drawn.half, key, earlier, later: drawn });
        }
        const kept = relations.filter(({ relation }) => relation !== 'supersedes').map(({ earlier }) => earlier);
        const isSame = relations.some(({ relation }) => relation === 'same');
        alive.set(key, isSame ? kept : [...kept, drawn]);
      }
    }
  }
  return { facts, supersessions };
}

function sourcesOf(store: ConversationStore): FactSource[] {
  return store.sessions.flatMap(({ name, events }) =>
    events.map((event, at): FactSource => ({ ...sourceOf(event), eventId: `${store.name}/${name}/${at}`, session: name, ordinal: at + 1 })),
  );
}

function sourceOf({ kind, text, occurredAt, meta }: NewEvent): Omit<FactSource, 'eventId' | 'session' | 'ordinal'> {
  return {
    kind,
    text: text ?? '',
    occurredAt: occurredAt ?? 0,
    ...(meta?.agent !== undefined && { agent: meta.agent }),
    ...(meta?.subject !== undefined && { subject: meta.subject }),
  };
}

/** The half of a store depends on its name alone, so that it stays when rules change. */
function halfOf(set: string, store: string): FactHalf {
  return createSeededRandom(`${set} ${store}`).next() < 0.5 ? 'tune' : 'report';
}

function drawnFact(set: string, store: string, source: FactSource, fact: StatedFact): DrawnFact {
  const { from, to } = fact;
  const context = source.text.slice(Math.max(0, from - CONTEXT_CHARS), to + CONTEXT_CHARS);
  const sentence = source.text.slice(from, to);
  const id = idOf([set, source.eventId, sentence, fact.kind, fact.attribute ?? '', fact.value ?? '']);
  const place = `${source.session} ${source.ordinal} ${utcDay(source.occurredAt)} ${source.agent ?? source.kind}`;
  return { id, set, store, half: halfOf(set, store), place, sentence, context, fact };
}

function idOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
