import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const tokens = createTokenCounter();
afterAll(() => tokens.close());

function turnOf(turn: number): NewEvent[] {
  const call = { id: `c${turn}`, name: 'read_file' };
  return [
    { kind: 'user_message', text: `Survey the harbour basin number ${turn} and its gauge ${turn * 7}.` },
    { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ path: `basin/gauge${turn}.ts` }) } },
    { kind: 'tool_result', call, text: `export const basin${turn}Depth = ${turn};\n`.repeat(40) },
    { kind: 'agent_message', text: `Basin ${turn} was surveyed; mooring_ring_${turn} is loose.` },
  ];
}

/** Returns the texts of a session's markers with a sketch cache of this size. */
async function markersWith(sketchCache: number) {
  const stores = createMemoryStores();
  const { ingest, failures } = createMemoryIngest(stores, tokens, { policy: { windowTokens: 8_192 }, config: { sketchCache } });
  await ingest.start();
  for (let turn = 1; turn <= 30; turn++) {
    await ingest.append({ ...ADDRESS, events: turnOf(turn) });
    await ingest.settle(30_000);
  }
  await ingest.stop();
  expect(failures).toEqual([]);
  return (await stores.sessions.load(ADDRESS))!.markers.map(({ text }) => text);
}

it('markers say the same where sketches were kept and where each event is read again', async () => {
  const markers = await markersWith(2_048);
  expect(markers.length).toBeGreaterThan(1);
  expect(markers.join('\n')).toMatch(/basin\d+Depth|mooring_ring_\d+|gauge\d+\.ts/);
  expect(await markersWith(1)).toEqual(markers);
});
