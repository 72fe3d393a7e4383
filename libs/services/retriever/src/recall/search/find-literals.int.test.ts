import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const SAID: Written = { kind: 'user_message', text: 'When I start it I see: connection reset\n  by peer. It is the proxy on node nine.' };
const alike = (count: number): Written[] =>
  Array.from({ length: count }, (_, k) => ({
    kind: 'agent_message',
    text: `The peer of connection ${k} was reset by hand, start it again.`,
  }));
const LOG = Array.from({ length: 300 }, (_, k) => {
  const clock = `10:${String(Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}`;
  return `2026-11-12T${clock}Z ${k === 233 ? 'ERROR worker-2 broker unreachable' : `INFO worker-${k % 7} processed batch ${1_000 + k}`}`;
}).join('\n');

async function filled(written: readonly Written[]) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(written);
  await memory.project();
  const recall = (query: string, scope = {}) => memory.retriever.recall({ ...ask, queries: [query], scope });
  return { ids, recall };
}

describe('a quoted phrase', () => {
  it.each([3, 10, 30, 100])('is looked for as a phrase among %i messages with its words', async (count) => {
    const { ids, recall } = await filled([SAID, ...alike(count)]);
    for (const quoted of ['"connection reset by peer"', '“Connection reset by peer”', '`connection reset by peer`']) {
      const answer = await recall(`Where was ${quoted} seen?`);
      expect(answer.hits[0]!.eventId).toBe(ids[0]);
      expect(answer.rendered).toContain('node nine');
      expect(answer.outcome).toBe('answered');
    }
  });

  it('is found below all that the ranking by words looks at', async () => {
    const long = `${SAID.text} ${'The log of the harbour tells of boats and ropes. '.repeat(20)}`;
    const { ids, recall } = await filled([{ kind: 'tool_result', text: long }, ...alike(500)]);
    const answer = await recall('Where was "connection reset by peer" seen?');
    expect(answer.hits[0]!.eventId).toBe(ids[0]);
    expect(answer.outcome).not.toBe('nothing_found');
  });

  it('that nobody said is never answered', async () => {
    const { recall } = await filled([
      { kind: 'user_message', text: 'The kettle boiled over at dawn in the galley of the Marlin.' },
      ...alike(30),
    ]);
    const outcomeOf = async (query: string) => (await recall(query)).outcome;
    expect(await outcomeOf('Which kettle boiled over at dawn in the galley of the Marlin?')).toBe('answered');
    expect(await outcomeOf('When was it that "the kettle boiled over at dawn in the galley" of the Marlin?')).toBe('answered');
    expect(await outcomeOf('When was it that "the galley boiled over at dawn in the kettle" of the Marlin?')).toBe('unsure');
  });

  it('in an event that is withheld counts as not said', async () => {
    const secret: Written = { ...SAID, body: { meta: { sensitivity: ['secret'] } } };
    const { ids, recall } = await filled([secret, ...alike(30)]);
    const answer = await recall('Where was "connection reset by peer" seen?', { redactSensitive: true });
    expect(answer.outcome).not.toBe('answered');
    expect(JSON.stringify(answer)).not.toContain('node nine');
    expect(answer.hits[0]!.eventId).not.toBe(ids[0]);
  });
});

describe('a clock time', () => {
  it.each(['What happened in the log at 10:03:53?', 'Was stand um 10:03:53 im Log?', 'What happened at 10:03:53 on 12 November 2026?'])(
    'is looked for in the lines of logs: %s',
    async (query) => {
      const { ids, recall } = await filled([
        ...alike(30),
        { kind: 'tool_result', text: LOG, at: Date.UTC(2026, 10, 12, 14) },
        ...alike(30),
      ]);
      const answer = await recall(query);
      expect(answer.hits[0]!.eventId).toBe(ids[30]);
      expect(answer.rendered).toContain('broker unreachable');
      expect(answer.outcome).not.toBe('nothing_found');
    },
  );
});
