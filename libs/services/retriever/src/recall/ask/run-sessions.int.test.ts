import { LIMITS } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';
import { createRunSessions } from './granted-sessions.ts';

const RUN = { tenant: 'acme', space: 'main', session: 'run' };
const delegate = (session: string): Written => ({
  kind: 'delegation',
  text: 'Look.',
  body: {
    delegation: {
      subtaskId: session,
      objective: 'Look.',
      constraints: [],
      acceptanceCriteria: [],
      keyEventRefs: [],
      relevantArtifactIds: [],
      recallAccess: 'run',
      session,
    },
  },
});
const chatter = (count: number): Written[] => Array.from({ length: count }, (_, at) => ({ kind: 'user_message', text: `note ${at}` }));

/** Returns a memory with the names of the calls that the index got, and the sessions of its run. */
function open() {
  const memory = createMemoryRetriever();
  const { index, sealer } = memory.deps;
  const reads: string[] = [];
  const asked: number[] = [];
  const sessionsOf = createRunSessions({
    sealer,
    index: {
      ...index,
      sessionEvents: (query) => (reads.push('sessionEvents'), index.sessionEvents(query)),
      eventsInRanges: (query) => (reads.push('eventsInRanges'), asked.push(query.ranges.length), index.eventsInRanges(query)),
    },
  });
  return { ...memory, reads, asked, sessionsOf: () => sessionsOf(RUN) };
}

it('the sessions of a run are read level by level, a small level at once, and again only what came since', async () => {
  const { append, project, reads, sessionsOf } = open();
  await append([...chatter(3), delegate('a'), delegate('b'), delegate('a')], RUN);
  await append([...chatter(70), delegate('aa'), ...chatter(64), delegate('run')], { ...RUN, session: 'a' });
  await append([delegate('ba')], { ...RUN, session: 'b' });
  await project();
  expect(await sessionsOf()).toEqual(['run', 'a', 'b', 'aa', 'ba']);
  expect(reads.splice(0)).toEqual(['eventsInRanges', 'eventsInRanges', 'sessionEvents', 'eventsInRanges']);
  await append([delegate('bb')], { ...RUN, session: 'b' });
  await project();
  expect(await sessionsOf()).toEqual(['run', 'a', 'b', 'aa', 'ba', 'bb']);
  expect(reads).toEqual(['eventsInRanges', 'eventsInRanges', 'eventsInRanges']);
});

it('are at most as many as a filter takes, and read in portions', async () => {
  const { append, project, asked, sessionsOf } = open();
  await append(
    Array.from({ length: LIMITS.filterValues + 9 }, (_, at) => delegate(`s${at}`)),
    RUN,
  );
  await append([delegate('below')], { ...RUN, session: 's0' });
  await project();
  const sessions = await sessionsOf();
  expect([sessions.length, sessions.at(-1)]).toEqual([LIMITS.filterValues, `s${LIMITS.filterValues - 2}`]);
  expect(Math.max(...asked)).toBe(16);
  expect(asked.reduce((sum, ranges) => sum + ranges, 0)).toBe(LIMITS.filterValues);
});
