import { factKey } from '../src/fact/compare-facts.ts';
import { readFacts } from '../src/fact/read-facts.ts';
import type { FactSource, StatedFact } from '../src/fact/stated-fact.ts';

/** A message of a user, by default on 4 May 2026. */
function saying(text: string, occurredAt = Date.UTC(2026, 4, 4, 9)): FactSource {
  return { eventId: 'e1', session: 's', ordinal: 1, kind: 'user_message', occurredAt, text };
}

/** Returns the facts that a user states with a text, said at a time in epoch milliseconds. */
export function factsIn(text: string, occurredAt?: number): readonly StatedFact[] {
  return readFacts(saying(text, occurredAt));
}

/** Returns the attributes and values of the facts that a user states with a text: "port: 8080". */
export function valuesIn(text: string): string[] {
  return factsIn(text).flatMap(({ attribute, value }) => (attribute === undefined ? [] : [`${attribute}: ${value}`]));
}

/** Returns the one fact that a user states with a text, and its key. Throws where it states none or several. */
export function factIn(text: string): { readonly fact: StatedFact; readonly key: string | undefined } {
  const facts = factsIn(text);
  if (facts.length !== 1) throw new Error(`It states ${facts.length} facts and not one: ${text}`);
  return { fact: facts[0]!, key: factKey(facts[0]!, saying(text)) };
}
