import type { NewEvent } from '@total-recall/domain';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { HOLDS_NOTHING } from '../../testing/holds-nothing.ts';
import { importFile } from './import-file.ts';
import { subjectsBySequence, type ImportedBefore } from './imported-before.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'talk' };
/** A file of lines, each with its text, and with about whom it is where it says so. */
const file = (...lines: (string | [string, string])[]) =>
  Buffer.from(
    lines
      .map((line, at) => {
        const [text, subject] = typeof line === 'string' ? [line] : line;
        return JSON.stringify({ kind: at % 2 === 0 ? 'user_message' : 'agent_message', text, ...(subject && { meta: { subject } }) });
      })
      .join('\n'),
  );

/** A log that refuses other content, or content about somebody else, under a used sequence, and says what it holds. */
function createLog() {
  const kept = new Map<string, { session: string; source: string; event: NewEvent }>();
  const looks: string[] = [];
  const appends: number[] = [];
  const append = async ({ session, source = '', events }: AppendRequest): Promise<AppendResult> => {
    appends.push(events.length);
    for (const { sequence, text, meta } of events) {
      const eventId = `${session} ${source} ${sequence}`;
      const held = kept.get(eventId)?.event;
      if (held && (held.text !== text || held.meta?.subject !== meta?.subject))
        throw new TotalRecallError('sequence_conflict', 'used', { details: { sequence, eventId } });
    }
    const answers = events.map((event) => {
      const id = `${session} ${source} ${event.sequence}`;
      const duplicate = kept.has(id);
      if (!duplicate) kept.set(id, { session, source, event });
      return { id, outcome: 'ADD' as const, ...(duplicate && { duplicate }) };
    });
    return { events: answers };
  };
  async function* eventsOf(session: string) {
    for (const { session: of, source, event } of kept.values())
      if (of === session) yield { body: { meta: { subject: event.meta?.subject }, origin: { source, sequence: event.sequence } } };
  }
  const before: ImportedBefore = {
    ...HOLDS_NOTHING,
    subjectOf: async (id) => (looks.push('one'), kept.get(id)?.event.meta?.subject),
    subjectsOf: async (session, source) => (looks.push('all'), subjectsBySequence(eventsOf(session), source)),
  };
  const stored = () => [...kept.values()].map(({ session, event }) => [session, event.text, event.meta?.subject]);
  const importOf = async (bytes: Buffer, subject?: string, held = before) => {
    const { sessions, problems } = await importFile({ address: ADDRESS, bytes, ...(subject && { subject }) }, append, held);
    return { sessions, remarks: problems.map(({ problem }) => problem).filter((problem) => problem.includes('imported before')) };
  };
  return { stored, importOf, looks, appends };
}

const AGAIN = 'talk was imported before, and stays about whom it is: ';
const MOVE = 'import the file into another space, and erase this session.';

describe('a file that comes again about somebody else', () => {
  it.each([
    [undefined, 'ana', `${AGAIN}nobody in particular. The facts of what was there are for all. What is new in the file is about ana. `],
    ['ana', 'ben', `${AGAIN}ana. What is new in the file is about ben. `],
    ['ana', undefined, `${AGAIN}ana. What is new in the file is about nobody in particular, so its facts are for all: `],
  ])('stays about whom it is, and what is new is about whom it is imported for: %s, %s', async (first, second, remark) => {
    const { importOf, stored } = createLog();
    await importOf(file('a', 'b'), first);
    const { sessions, remarks } = await importOf(file('a', 'b', 'c'), second);
    expect(sessions).toMatchObject([{ session: 'talk', appended: 1, duplicates: 2 }]);
    expect(stored()).toEqual([
      ['talk', 'a', first],
      ['talk', 'b', first],
      ['talk', 'c', second],
    ]);
    const toDo =
      second === undefined ? 'import the file with that subject to keep them private, too.' : `To have all of it about ${second}, ${MOVE}`;
    expect(remarks).toEqual([remark + toDo]);
    const third = await importOf(file('a', 'b', 'c'), first);
    expect(third.sessions).toMatchObject([{ session: 'talk', appended: 0, duplicates: 3 }]);
    expect(third.remarks).toHaveLength(1);
    expect(stored()).toHaveLength(3);
  });

  it('says nothing where it comes for the same one, and looks nowhere', async () => {
    const { importOf, looks } = createLog();
    for (const bytes of [file('a', 'b'), file('a', 'b', 'c')]) expect((await importOf(bytes, 'ana')).remarks).toEqual([]);
    expect(looks).toEqual([]);
  });

  it('keeps about whom its lines say that they are', async () => {
    const { importOf, stored } = createLog();
    await importOf(file(['a', 'cy'], 'b'));
    await importOf(file(['a', 'cy'], 'b', ['c', 'cy'], 'd'), 'ana');
    expect(stored().map(([, text, subject]) => [text, subject])).toEqual([
      ['a', 'cy'],
      ['b', undefined],
      ['c', 'cy'],
      ['d', 'ana'],
    ]);
  });

  it('is a fork from where it says something else, with what was the same not twice', async () => {
    const { importOf, stored, looks } = createLog();
    await importOf(file('a', 'b', 'c'));
    const { sessions, remarks } = await importOf(file('a', 'b', 'other', 'way'), 'ana');
    const fork = sessions[1]!.session;
    expect(sessions).toMatchObject([
      { appended: 0, duplicates: 2 },
      { session: fork, appended: 2 },
    ]);
    expect(stored().slice(3)).toEqual([
      [fork, 'other', 'ana'],
      [fork, 'way', 'ana'],
    ]);
    expect(remarks).toHaveLength(1);
    looks.length = 0;
    expect((await importOf(file('a', 'b', 'other', 'way'))).sessions).toMatchObject([{ appended: 0 }, { appended: 0 }]);
    expect(stored()).toHaveLength(5);
  });

  it('costs one look where it says something else, about the same one', async () => {
    const { importOf, looks } = createLog();
    await importOf(file('a', 'b', 'c'), 'ana');
    const { sessions, remarks } = await importOf(file('a', 'b', 'other'), 'ana');
    expect([sessions.length, remarks, looks]).toEqual([2, [], ['one']]);
  });

  it('costs a few requests more, however long it is', async () => {
    const { importOf, appends, looks } = createLog();
    const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at}`);
    await importOf(file(...lines));
    const first = appends.length;
    appends.length = 0;
    expect((await importOf(file(...lines), 'ana')).sessions).toMatchObject([{ duplicates: 1_000 }]);
    expect([appends.length, looks]).toEqual([first + 1, ['one', 'all']]);
  });

  it('is a fork where nobody may look', async () => {
    const { importOf } = createLog();
    await importOf(file('a', 'b'));
    const refuse = () => Promise.reject(new TotalRecallError('forbidden', 'no'));
    expect((await importOf(file('a', 'b'), 'ana', { ...HOLDS_NOTHING, subjectOf: refuse })).sessions).toHaveLength(2);
  });
});
