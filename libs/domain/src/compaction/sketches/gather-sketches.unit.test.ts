import { expect, it } from 'vitest';
import { countRoughly, foldAll, makeRecords, type Said } from '../../../testing/index.ts';
import { createSpanDescriber } from '../markers/describe-span.ts';
import { sketchEvents } from './event-sketch.ts';
import { gatherSketches } from './gather-sketches.ts';

const call = (id: string, name: string, args: object): Said => ({
  kind: 'tool_call',
  messageId: `m-${id}`,
  call: { id, name, arguments: JSON.stringify(args) },
});
const result = (id: string, name: string, text: string, more: Partial<Said> = {}): Said => ({
  kind: 'tool_result',
  text,
  call: { id, name },
  ...more,
});
const refused = (id: string, name: string): Said =>
  result(id, name, 'pull_limit: A turn may make one call. EBERTH SluiceGate', { isError: true });

function topicsOf(said: readonly Said[]): string {
  const records = makeRecords(said);
  const { entries } = foldAll(records);
  const sketches = sketchEvents(
    entries,
    new Map(records.flatMap(({ envelope, body }) => (typeof body === 'string' || !body ? [] : [[envelope.id, body]]))),
  );
  const describer = createSpanDescriber({ gathered: gatherSketches(entries, sketches), others: [], countTokens: countRoughly });
  return describer.describe(entries).topics.join(', ');
}

const WORK: readonly Said[] = [
  call('w1', 'read_file', { path: 'src/quayPlan.ts' }),
  result('w1', 'read_file', 'berthTable = 4'),
  call('w2', 'run', { command: 'pytest tide' }),
  result('w2', 'run', 'Error: ETIDE at tidePilot', { isError: true }),
];

it.each([
  ['recall', { queries: ['SluiceGate'] }],
  ['open', { ref: 'e3', note: 'SluiceGate' }],
  ['memory_recall', { queries: ['SluiceGate'] }],
  ['mcp__total-recall__recall', { query: 'SluiceGate' }],
])('calls of the memory and their refusals are no topics of a marker: %s', (name, args) => {
  const pulls = ['p1', 'p2', 'p3'].flatMap((id) => [call(id, name, args), refused(id, name)]);
  expect(topicsOf([...WORK, ...pulls])).toBe(topicsOf(WORK));
});

it('calls and failures of a tool that only has a like name are', () => {
  const topics = topicsOf([...WORK, ...['p1', 'p2'].flatMap((id) => [call(id, 'open', { url: 'SluiceGate' }), refused(id, 'open')])]);
  expect(topics).toContain('SluiceGate');
  expect(topics).toContain('3 errors');
});
