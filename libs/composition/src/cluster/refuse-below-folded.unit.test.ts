import { createMemoryEventLog } from '@total-recall/adapter-memory';
import type { EventLog, IndexedEvent } from '@total-recall/ports';
import { sampleRecord } from '@total-recall/ports/testing';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { NEWS_MS, refuseBelowFolded } from './refuse-below-folded.ts';

const KEY = 'acme/demo/alpha';

/** A log of one partition with an index beside it, of which a test says what is folded and how it answers. */
function openLog({ log = createMemoryEventLog(), answer }: { log?: EventLog; answer?: (folded: number) => Promise<number> } = {}) {
  const state = { nowMs: 0, folded: -1, looks: 0, isSilent: false, held: new Map<string, number>() };
  const events = async (_tenant: string, _space: string, [id = '']: readonly string[]) => {
    if (state.isSilent) return new Promise<never>(() => undefined);
    const offset = state.held.get(id);
    return [offset === undefined ? undefined : ({ record: { position: { partition: 0, offset } } } as IndexedEvent)];
  };
  const marks = async () => {
    state.looks += 1;
    const folded = await (answer ?? (async () => state.folded))(state.folded);
    return { folded, searchable: folded };
  };
  const guarded = refuseBelowFolded(log, {
    index: { marks, events },
    clock: { monotonicMs: () => state.nowMs },
    scheduler: { delay: () => new Promise<void>((resolve) => void setImmediate(resolve)) },
  });
  let count = 0;
  const append = async (to: EventLog = guarded): Promise<number> => (await to.append([sampleRecord(KEY, `e${(count += 1)}`)]))[0]!.offset;
  return { state, log, guarded, append };
}

describe('an append to a log that others fold', () => {
  it('is refused for good where it would stand below what is folded, as the brokers have lost that', async () => {
    const { state, log, guarded, append } = openLog();
    expect(await append()).toBe(0);
    // Others have appended and folded up to record 7, and the brokers came back with record 0 alone.
    state.folded = 7;
    state.nowMs += NEWS_MS;
    expect(guarded.refusal?.()).toBeUndefined();
    const isLost = {
      code: 'unavailable',
      message: expect.stringMatching(/^Partition 0 of the log went on at offset 1, .* up to 7: .*restart/),
    };
    await expect(append()).rejects.toMatchObject(isLost);
    expect(guarded.refusal?.()).toMatchObject(isLost);
    await expect(append()).rejects.toMatchObject(isLost);
    expect(await log.end(0)).toBe(1);
  });

  it('looks at the mark before it is sent, once a second, as a record may be folded before its append is answered', async () => {
    const { state, append } = openLog();
    for (let at = 0; at < 5; at += 1) {
      expect(await append()).toBe(at);
      state.folded = at;
    }
    expect(state.looks).toBe(1);
    state.nowMs += NEWS_MS;
    expect(await append()).toBe(5);
    expect(state.looks).toBe(2);
  });

  it('goes on where the index does not answer, or not in time, and waits for neither again before a second', async () => {
    for (const answer of [() => Promise.reject(new TotalRecallError('unavailable', 'away')), () => new Promise<number>(() => undefined)]) {
      const { state, append } = openLog({ answer });
      expect([await append(), await append()]).toEqual([0, 1]);
      expect(state.looks).toBe(1);
    }
  });

  it('of long is acknowledged where the index holds its record, and not certain where others may have been folded there', async () => {
    const inner = createMemoryEventLog();
    const slow: EventLog = {
      ...inner,
      append: async (records) => {
        const positions = await inner.append(records);
        opened.state.nowMs += NEWS_MS;
        // The projectors are quick: what is appended is folded before its append is answered.
        opened.state.folded = positions[0]!.offset;
        return positions;
      },
    };
    const opened: ReturnType<typeof openLog> = openLog({ log: slow });
    const { held } = opened.state;
    held.set('e1', 0);
    expect(await opened.append()).toBe(0);
    // Under its id the index has a record of another offset, or none.
    held.set('e2', 7);
    for (let again = 0; again < 2; again += 1)
      await expect(opened.append()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/Send it again/) });
    held.set('e4', 3);
    expect(await opened.append()).toBe(3);
    // An index that does not answer is waited for no longer than for a mark.
    opened.state.isSilent = true;
    await expect(opened.append()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/Send it again/) });
    expect(opened.guarded.refusal?.()).toBeUndefined();
  });
});
