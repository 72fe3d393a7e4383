import type { NewEvent } from '@total-recall/domain';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { importFile } from './import-file.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'talk' };
const say = (text: string, at: number) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: text });
const chat = (...texts: string[]) => Buffer.from(JSON.stringify(texts.map(say)));

/** Keeps appended events by session and source, and refuses other content under a used sequence. */
function createKeeper() {
  const kept = new Map<string, Map<number, NewEvent>>();
  const sent: string[] = [];
  const append = async ({ session, source, events }: AppendRequest): Promise<AppendResult> => {
    const key = `${session} ${source}`;
    const own = kept.get(key) ?? new Map<number, NewEvent>();
    for (const { sequence, text } of events) {
      const before = own.get(sequence!);
      if (before && before.text !== text) throw new TotalRecallError('sequence_conflict', 'used', { details: { sequence } });
    }
    kept.set(key, own);
    const answers = events.map((event) => {
      const duplicate = own.has(event.sequence!);
      if (!duplicate) own.set(event.sequence!, event);
      sent.push(event.text!);
      return { id: `${key} ${event.sequence}`, outcome: 'ADD' as const, ...(duplicate && { duplicate }) };
    });
    return { events: answers };
  };
  const stored = () => [...kept].map(([key, events]) => [key.split(' ')[0], [...events.values()].map(({ text }) => text)]);
  return { append, stored, sent, kept };
}

describe('a session file that comes again', () => {
  it('adds what is new of one that grew, and nothing the third time', async () => {
    const { append, stored } = createKeeper();
    const files = [chat('a', 'b'), chat('a', 'b', 'c', 'd'), chat('a', 'b', 'c', 'd')];
    const reports = [];
    for (const bytes of files) reports.push((await importFile({ address: ADDRESS, bytes }, append)).sessions[0]);
    expect(reports.map((report) => [report!.appended, report!.duplicates])).toEqual([
      [2, 0],
      [2, 2],
      [0, 4],
    ]);
    expect(stored()).toEqual([['talk', ['a', 'b', 'c', 'd']]]);
  });

  it('becomes a fork from where it says something else, with its parent, and the same fork again', async () => {
    const { append, stored, kept } = createKeeper();
    await importFile({ address: ADDRESS, bytes: chat('a', 'b', 'c', 'd') }, append);
    const rewound = { address: ADDRESS, bytes: chat('a', 'b', 'other', 'way', 'on') };
    const [main, fork] = (await importFile(rewound, append)).sessions;
    expect([main!.appended, main!.duplicates, fork!.appended]).toEqual([0, 2, 3]);
    expect(fork!.session).toMatch(/^talk\.fork-[0-9a-f]{8}$/);
    const parent = { session: 'talk', source: expect.stringMatching(/^openai-chat:talk/), sequence: 2 };
    expect(fork!.parent).toMatchObject(parent);
    expect([...kept.values()][1]!.get(1)!.meta!.parent).toMatchObject(parent);
    expect((await importFile(rewound, append)).sessions.map(({ appended }) => appended)).toEqual([0, 0]);
    expect(stored()).toEqual([
      ['talk', ['a', 'b', 'c', 'd']],
      [fork!.session, ['other', 'way', 'on']],
    ]);
  });

  it('sends nothing that is known to be there, where that is remembered', async () => {
    const { append, sent } = createKeeper();
    const done = new Map<string, number>();
    for (const bytes of [chat('a', 'b'), chat('a', 'b', 'c')]) await importFile({ address: ADDRESS, bytes, done }, append);
    expect(sent).toEqual(['a', 'b', 'c']);
  });
});

it('says of a file that is too much to be read why it is refused', async () => {
  const deep = Buffer.from(`{"system":${'['.repeat(70_000)}${']'.repeat(70_000)},"messages":[]}`);
  await expect(importFile({ address: ADDRESS, bytes: deep }, createKeeper().append)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('(nested more than 256 deep)'),
  });
});
