import type { EventWire, SpaceClient } from '@total-recall/client';
import { expectSame, fail } from './expect-same.ts';
import { allEvents, type KnownEvent } from './memory-model.ts';
import { orNothing, type Stage } from './stage.ts';

/** Checks that recall brings an event first for the word that only it has, and nothing that was erased. */
export async function checkRecall({ space, model }: Stage, event: KnownEvent, asking: string | undefined): Promise<void> {
  const answer = await space.recall({ query: `where is ${event.mark}`, ...(asking !== undefined && { session: asking }) });
  const erased = allEvents(model).filter(({ isErased }) => isErased);
  for (const { id, mark } of erased) {
    if (answer.hits.some(({ eventId }) => eventId === id)) fail(`recall of ${event.mark} brings ${id}, which is erased`);
    if (answer.passages.some(({ text }) => text.includes(mark))) fail(`recall of ${event.mark} shows ${mark}, which is erased`);
  }
  if (event.isErased || event.kind === 'thinking') return;
  const holds = answer.passages.some(({ text, about }) => text.includes(event.mark) || about.includes(event.mark));
  if (!holds) fail(`recall of ${event.mark} (${event.kind} ${event.id}) does not bring it: ${answer.outcome}, ${answer.hits.length} hits`);
  const first = answer.hits[0]!;
  const brings = new Set(
    allEvents(model)
      .filter(({ text, mark }) => mark === event.mark || text.includes(event.mark))
      .map(({ id }) => id),
  );
  if (!brings.has(first.eventId)) fail(`recall of ${event.mark} (${event.kind} ${event.id}) brings ${first.eventId} first`);
}

/** Checks that an event reads as it was written, and not at all once it is erased. */
export async function checkOpen({ space }: Stage, event: KnownEvent): Promise<void> {
  const got = await space.event(event.id).catch(orNothing(['erased', 'not_found'], undefined));
  if (event.isErased) {
    if (got?.body !== undefined) fail(`${event.id} is erased and can be read`);
    return;
  }
  if (event.kind !== 'tool_call') expectSame(`the text of ${event.id}`, got && (await textOf(space, got)), event.text);
}

/** Text of an event, also where it is so long that it is stored as an artifact. */
export async function textOf(space: SpaceClient, { body }: EventWire): Promise<string | undefined> {
  const whole = body?.artifacts?.find(({ role }) => role === 'content');
  return whole ? new TextDecoder().decode((await space.artifact(whole.id)).bytes) : body?.text;
}

/** Checks that what is known is what was decided last, once. */
export async function checkFacts({ space, model }: Stage): Promise<void> {
  const { facts } = await space.facts({ limit: 500 } as never);
  const said = facts.filter(({ attribute, status }) => attribute?.startsWith('attribute-') && status.is === 'current');
  const now = Object.fromEntries(said.map(({ attribute, value }) => [attribute, value]).toSorted(byFirst));
  const wanted = Object.fromEntries([...model.values].map(([attribute, { value }]) => [attribute, value]).toSorted(byFirst));
  expectSame('what is known', now, wanted);
  if (said.length !== model.values.size) fail(`one attribute has two current values: ${JSON.stringify(said)}`);
}

const byFirst = ([a]: readonly unknown[], [b]: readonly unknown[]): number => String(a).localeCompare(String(b));
