import { importSession } from '@total-recall/importers';
import type { SentEvents } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { HOLDS_NOTHING } from '../../testing/holds-nothing.ts';
import { createKeeper } from '../../testing/keeper.ts';
import { importFile } from './import-file.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'kiln' };
const CALL = { type: 'server_tool_use', id: 'c1', name: 'code_execution', input: {} };
const RESULT = { type: 'code_execution_tool_result', tool_use_id: 'c1', content: { type: 'code_execution_result', stdout: '1222' } };
const BEGIN = [
  ['user', 'go'],
  ['assistant', [CALL]],
];
const BLOCK = ['assistant', [RESULT]];
const REST = [
  ['assistant', 'Done.'],
  [
    'user',
    [
      { type: 'container_upload', file_id: 'f' },
      { type: 'text', text: 'more' },
    ],
  ],
  ['assistant', 'Yes.'],
];
const FILE = [...BEGIN, BLOCK, ...REST];
const ON = [
  ['user', 'on'],
  ['assistant', [{ type: 'container_upload', file_id: 'g' }]],
];
/** What earlier versions read of the file, and what is read now. */
const FORMER = ['go', undefined, 'Done.', 'more', 'Yes.'];
const NOW = ['go', undefined, '1222', 'Done.', '[container_upload: f]\nmore', 'Yes.'];

type Records = readonly (readonly unknown[])[];
type Keeper = ReturnType<typeof createKeeper>;

const bytesOf = (records: Records) =>
  Buffer.from(records.map(([type, content]) => JSON.stringify({ type, sessionId: 'kiln', message: { role: type, content } })).join('\n'));

const importNow = async ({ append }: Keeper, records: Records, sent?: SentEvents) =>
  (await importFile({ address: ADDRESS, bytes: bytesOf(records), format: 'claude-code', ...(sent && { sent }) }, append, HOLDS_NOTHING))
    .sessions;

/** Imports as earlier versions did. */
const importThen = ({ append }: Keeper, records: Records, sent?: SentEvents) =>
  importFile(
    { address: ADDRESS, bytes: bytesOf(records), format: 'claude-code', ...(sent && { sent }) },
    append,
    HOLDS_NOTHING,
    async (file) => {
      const result = importSession(file);
      return { ...result, sessions: result.sessions.map(({ asBefore, ...session }) => asBefore ?? session) };
    },
  );

describe('a file with blocks that earlier versions left out', () => {
  it('is whole where it is new, and the same again', async () => {
    const keeper = createKeeper();
    await importNow(keeper, FILE);
    expect(await importNow(keeper, FILE)).toMatchObject([{ session: 'kiln', appended: 0, duplicates: 6 }]);
    expect(keeper.stored()).toEqual([['kiln', NOW]]);
  });

  it.each([false, true])('stays as it was where it was imported before, and goes on (remembered: %s)', async (isRemembered) => {
    const sent: SentEvents | undefined = isRemembered ? new Map() : undefined;
    const keeper = createKeeper();
    await importThen(keeper, FILE, sent);
    expect(await importNow(keeper, FILE, sent)).toMatchObject([{ session: 'kiln', events: 5, appended: 0 }]);
    expect(keeper.stored()).toEqual([['kiln', FORMER]]);
    for (const appended of [1, 0]) expect(await importNow(keeper, [...FILE, ...ON], sent)).toMatchObject([{ session: 'kiln', appended }]);
    expect(keeper.stored()).toEqual([['kiln', [...FORMER, 'on']]]);
  });

  it('is whole where it was imported before the first of them', async () => {
    const keeper = createKeeper();
    await importThen(keeper, BEGIN);
    for (const appended of [4, 0]) expect(await importNow(keeper, FILE)).toMatchObject([{ session: 'kiln', appended }]);
    expect(keeper.stored()).toEqual([['kiln', NOW]]);
  });

  it.each<[string, Records, readonly unknown[]]>([
    ['behind the first of them', [...FILE.slice(0, 4), ['user', 'other'], ['assistant', 'Well.']], ['other', 'Well.']],
    ['before the first of them', [BEGIN[0]!, ['assistant', 'No.'], ...FILE.slice(2)], ['No.', ...FORMER.slice(2)]],
  ])('that was rewound %s has the fork that it had', async (_name, rewound, rest) => {
    const keeper = createKeeper();
    await importThen(keeper, FILE);
    await importThen(keeper, rewound);
    const before = keeper.stored();
    expect(before).toEqual([
      ['kiln', FORMER],
      [expect.stringMatching(/^kiln\.fork-/), rest],
    ]);
    expect(await importNow(keeper, rewound)).toMatchObject([{ appended: 0 }, { appended: 0 }]);
    expect(keeper.stored()).toEqual(before);
  });

  it('that is rewound now has one fork, with all of it', async () => {
    const keeper = createKeeper();
    await importNow(keeper, FILE);
    const rewound = [...FILE.slice(0, 4), ['user', 'other'], ...ON];
    for (const appended of [3, 0]) expect((await importNow(keeper, rewound)).map((into) => into.appended)).toEqual([0, appended]);
    expect(keeper.stored().map(([, texts]) => texts)).toEqual([NOW, ['other', 'on', '[container_upload: g]']]);
  });
});
