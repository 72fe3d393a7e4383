import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const said = (text: string, meta = {}): Written => ({ kind: 'user_message', text, body: { meta } });
const read = (id: string, path: string, text: string): Written[] => [
  { kind: 'tool_call', body: { call: { id, name: 'read', arguments: JSON.stringify({ path }) } } },
  { kind: 'tool_result', text, body: { call: { id, name: 'read' } } },
];
const chatter = ['We had soup again.', 'The bus came late.', 'My back hurts.', 'The cat broke a vase.'].map((text) => said(text));

async function filled(events: readonly Written[]) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  return { ...memory, ids };
}

describe('what was updated', () => {
  const moved = [said('My address is 12 Elm Street.'), ...chatter, said('I moved, my address is 9 Oak Lane now.')];

  it('stands behind what is so now, and says so', async () => {
    const { retriever, ids } = await filled(moved);
    const { hits, rendered, passages } = await retriever.recall({ ...ask, queries: ['What is my address?'] });
    expect(hits.slice(0, 2).map(({ eventId }) => eventId)).toEqual([ids[5], ids[0]]);
    expect(rendered.indexOf('9 Oak Lane')).toBeLessThan(rendered.indexOf('12 Elm Street'));
    expect(rendered).toMatch(/^## e1 .*\(updated by e6\)$/m);
    expect(passages.filter(({ updatedBy }) => updatedBy !== undefined).map(({ eventId }) => eventId)).toEqual([ids[0]]);
  });

  it('comes first where it is asked for', async () => {
    const { retriever, ids } = await filled(moved);
    for (const query of ['What was my address before I moved?', 'What was my address originally?']) {
      const { hits, rendered } = await retriever.recall({ ...ask, queries: [query] });
      expect(hits[0]!.eventId).toBe(ids[0]);
      expect(rendered.indexOf('12 Elm Street')).toBeLessThan(rendered.indexOf('9 Oak Lane'));
      expect(rendered).toContain('(updated by e6)');
    }
  });

  it('is told as the ledger tells it, where that does', async () => {
    const memory = await filled([said('My address is 12 Elm Street.'), ...chatter]);
    const [newer] = await memory.append([said('My address is 9 Oak Lane.', { supersedes: [memory.ids[0]!] })]);
    await memory.project();
    const { hits, rendered } = await memory.retriever.recall({ ...ask, queries: ['What is my address?'] });
    expect(hits[0]!.eventId).toBe(newer);
    expect(rendered).toMatch(/^## e1 .*\(superseded by e\d+\)$/m);
    expect(rendered).not.toContain('(updated by');
  });

  it('is a setting of the same file, not of another', async () => {
    const config = (port: number): string => `host: 0.0.0.0\nport: ${port}\nworkers: 4\n`;
    const { retriever } = await filled([
      ...read('c1', 'mill/a.yaml', config(8080)),
      ...read('c2', 'barn/a.yaml', config(9090)),
      ...chatter,
      ...read('c3', 'mill/a.yaml', config(8443)),
    ]);
    const { rendered } = await retriever.recall({ ...ask, queries: ['Which port does the mill listen on?'] });
    expect(rendered.indexOf('port: 8443')).toBeLessThan(rendered.indexOf('port: 8080'));
    expect(rendered.match(/^## .*\(updated by .*$/gm)).toEqual([expect.stringMatching(/^## e2\b.*\(updated by e10\)$/)]);
  });

  it('is not seen in things that are alike', async () => {
    const { retriever } = await filled([
      said('The ticket 101 is closed.'),
      said('The ticket 102 is closed.'),
      said('Berth 3 has 40 metres.'),
      said('Berth 4 has 50 metres.'),
      ...chatter,
    ]);
    for (const query of ['Which ticket is closed?', 'How long is the berth?'])
      expect((await retriever.recall({ ...ask, queries: [query] })).rendered).not.toContain('(updated by');
  });
});
