import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const at = (minute: number): number => Date.UTC(2030, 10, 21, 1, minute);

async function firstOf(events: readonly Written[], query: string): Promise<string | undefined> {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  const { hits } = await memory.retriever.recall({ ...ask, queries: [query] });
  return hits[0] && events[ids.indexOf(hits[0].eventId)]!.text;
}

describe('times that a question names', () => {
  it('tell the minute from those around it, and are no words to look for where they are a filter', async () => {
    const said = (minute: number, text: string): Written => ({ kind: 'user_message', at: at(minute), text });
    const listing: Written = { kind: 'tool_result', at: at(42), text: 'drwxr 21 Nov 01:40 boats 40\ndrwxr 21 Nov 01:40 nets 40' };
    const events = [said(32, 'Please request paint.'), said(40, 'Please request timber.'), listing, said(48, 'Please request rope.')];
    expect(await firstOf(events, 'What did I request at 01:40 on 21 November 2030?')).toBe('Please request timber.');
    expect(await firstOf(events, 'What did I request at 01:48 on 21 November 2030?')).toBe('Please request rope.');
  });

  it('tell the first and the last of what is alike', async () => {
    const events = ['hoarse', 'silent', 'shrill'].map((tone, day): Written => ({
      kind: 'user_message',
      at: at(day * 1_440),
      text: `The test of the fog horn went well, its tone was ${tone}.`,
    }));
    expect(await firstOf(events, 'How did the first test of the fog horn go?')).toMatch('hoarse');
    expect(await firstOf(events, 'How did the latest test of the fog horn go?')).toMatch('shrill');
  });

  it('come with whose words are asked for', async () => {
    const text = 'We should caulk the hull before the frost.';
    const events: Written[] = [
      { kind: 'tool_result', text: 'caulk hull frost' },
      { kind: 'agent_message', text: `${text} It is cheap.` },
      { kind: 'user_message', text: `${text} It is urgent.` },
    ];
    expect(await firstOf(events, 'What did I say about the hull and the frost?')).toMatch('urgent');
    expect(await firstOf(events, 'What did you say about the hull and the frost?')).toMatch('cheap');
  });
});
