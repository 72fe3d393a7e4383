import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { HOLDS_NOTHING } from '../../testing/holds-nothing.ts';
import { importFile } from './import-file.ts';

const PARENT = '7f0c1f6e-0000-4000-8000-00000000abcd';
const FORK = '2b0c1f6e-0000-4000-8000-0000000000ff';
const ADDRESS = { tenant: 't', space: 's', session: FORK };
const timeAt = (minute: number): number => Date.UTC(2031, 4, 2, 9, minute);
const line = (minute: number, type: string, parent: number | null, more: object = {}) => ({
  type,
  uuid: `record${minute}`,
  parentUuid: parent === null ? null : `record${parent}`,
  timestamp: new Date(timeAt(minute)).toISOString(),
  sessionId: FORK,
  message: { role: type, content: [{ type: 'text', text: `said ${minute}` }] },
  ...more,
});
const repeated = { forkedFrom: { sessionId: PARENT } };
const REPEATED = [
  line(1, 'user', null, repeated),
  line(2, 'assistant', 1, repeated),
  line(3, 'user', 2, repeated),
  line(4, 'assistant', 3, repeated),
];
const OWN = [line(5, 'user', 4), line(6, 'assistant', 5)];
const bytesOf = (lines: readonly object[]) => Buffer.from(lines.map((one) => JSON.stringify(one)).join('\n'));
const refused = (code: 'not_found' | 'erased' | 'forbidden' | 'not_caught_up') => () => Promise.reject(new TotalRecallError(code, code));

/** Imports a file where the space holds its parent up to some time; returns what was stored, by session. */
async function imported(lines: readonly object[], newestAt: (session: string) => Promise<number>) {
  const stored: Record<string, unknown[][]> = {};
  const parents: unknown[] = [];
  const append = async ({ session, events }: AppendRequest): Promise<AppendResult> => {
    (stored[session] ??= []).push(...events.map(({ sequence, text }) => [sequence, text]));
    parents.push(...events.flatMap(({ meta }) => meta?.parent ?? []));
    return { events: events.map(({ sequence }) => ({ id: `${sequence}`, outcome: 'ADD' as const })) };
  };
  await importFile({ address: ADDRESS, bytes: bytesOf(lines), format: 'claude-code' }, append, { ...HOLDS_NOTHING, newestAt });
  return { stored, parents };
}

const saidFrom = (first: number) => [1, 2, 3, 4, 5, 6].slice(first - 1).map((minute) => [minute, `said ${minute}`]);

describe('what a forked session repeats', () => {
  it.each<[string, number, () => Promise<number>]>([
    ['is left out where the space holds it', 5, async () => timeAt(4)],
    ['is left out where the other one has gone on', 5, async () => timeAt(59)],
    ['is kept from where the space holds no more of it', 3, async () => timeAt(2)],
    ['is kept where the space holds older things alone', 1, async () => timeAt(0)],
    ['is kept where the space does not hold the other one', 1, refused('not_found')],
    ['is kept where the key may not look', 1, refused('forbidden')],
    ['stays out where the other one was erased', 5, refused('erased')],
  ])('%s, and its own keep their sequences', async (_name, first, newestAt) => {
    const asked: string[] = [];
    const look = (session: string) => (asked.push(session), newestAt());
    const { stored, parents } = await imported([...REPEATED, ...OWN], look);
    expect(stored).toEqual({ [FORK]: saidFrom(first) });
    expect(parents).toEqual([{ session: PARENT }]);
    expect(asked).toEqual([PARENT]);
  });

  it('leaves a fork that shares nothing with the file its parent, where nothing of the file is left out', async () => {
    const { parents } = await imported([...REPEATED, ...OWN, line(7, 'user', null)], async () => timeAt(0));
    expect(parents).toEqual([{ session: PARENT }, { session: FORK, source: `claude-code:${FORK}`, sequence: 0 }]);
  });

  it('is not looked for where a file repeats nothing', async () => {
    const { stored } = await imported(OWN, refused('not_caught_up'));
    expect(Object.keys(stored)).toEqual([FORK]);
  });

  it('fails the import where nobody can say what the space holds', async () => {
    await expect(imported([...REPEATED, ...OWN], refused('not_caught_up'))).rejects.toMatchObject({ code: 'not_caught_up' });
  });

  it('holds the place where a fork of its own begins', async () => {
    const rewound = [line(7, 'user', 2), line(8, 'assistant', 7)];
    const fork = `${FORK}.fork-record7`;
    const said = [
      [1, 'said 7'],
      [2, 'said 8'],
    ];
    const holdsParent = async (session: string) => (session === PARENT ? timeAt(4) : refused('not_found')());
    expect(await imported([...REPEATED, ...rewound], holdsParent)).toEqual({
      stored: { [fork]: said },
      parents: [{ session: PARENT }],
    });
    const whole = await imported([...REPEATED, ...rewound], refused('not_found'));
    expect(whole.stored).toEqual({ [FORK]: saidFrom(1).slice(0, 4), [fork]: said });
    expect(whole.parents).toEqual([{ session: PARENT }, { session: FORK, source: `claude-code:${FORK}`, sequence: 2 }]);
  });
});
