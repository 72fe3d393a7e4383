import { ClickHouseError } from '@clickhouse/client';
import { createLogger, createMetrics } from '@total-recall/observability';
import { codeOf } from '@total-recall/ports/testing';
import { describe, expect, it } from 'vitest';
import { createInsertQueue, QUEUE_LIMITS } from './insert-queue.ts';

const rowsUpTo = (count: number): { readonly at: number }[] => Array.from({ length: count }, (_, at) => ({ at }));
const POISON = new ClickHouseError({ message: 'no such value', code: '27', type: 'CANNOT_PARSE_INPUT' });

/** Builds a queue to a table that fails as the test says. Time passes only while somebody pauses, or with an insert. */
function build(failure: (rows: readonly object[]) => Error | undefined = () => undefined, insertMs = 0) {
  let nowMs = 0;
  const sent: { readonly rows: readonly object[]; readonly token: string }[] = [];
  const taken: object[] = [];
  const metrics = createMetrics();
  const queue = createInsertQueue('anatomy', {
    connection: {
      insert: async (_table, rows, token) => {
        sent.push({ rows: [...rows], token });
        nowMs += insertMs;
        const error = failure(rows);
        if (error) throw error;
        taken.push(...rows);
      },
    },
    clock: { now: () => nowMs, monotonicMs: () => nowMs },
    scheduler: { every: () => ({ cancel: () => undefined }), delay: async (ms) => void (nowMs += ms) },
    logger: createLogger({ level: 'silent' }),
    metrics,
  });
  const dropped = async (reason: string): Promise<number> => {
    const { values } = await metrics.analyticsDropped.get();
    return values.filter(({ labels }) => labels.reason === reason).reduce((sum, { value }) => sum + value, 0);
  };
  return { queue, sent, taken, dropped, passed: () => nowMs };
}

describe('a queue of rows', () => {
  it('sends them in order, in batches of its size', async () => {
    const { queue, sent, taken } = build();
    const rows = rowsUpTo(QUEUE_LIMITS.batchRows + 3);
    queue.add(rows.slice(0, 2));
    queue.add(rows.slice(2));
    await queue.flush();
    expect(sent.map((batch) => batch.rows.length)).toEqual([QUEUE_LIMITS.batchRows, 3]);
    expect(taken).toEqual(rows);
    await queue.flush();
    expect(sent).toHaveLength(2);
  });

  it('keeps together what is added while a batch is on its way', async () => {
    const { queue, sent } = build();
    queue.add(rowsUpTo(QUEUE_LIMITS.batchRows));
    for (const row of rowsUpTo(3)) queue.add([row]);
    await queue.flush();
    expect(sent.map((batch) => batch.rows.length)).toEqual([QUEUE_LIMITS.batchRows, 3]);
  });

  it('takes all of an append or nothing, up to its limit', async () => {
    const { queue, taken } = build();
    expect(await codeOf(Promise.resolve().then(() => queue.add(rowsUpTo(QUEUE_LIMITS.waitingRows + 1))))).toBe('batch_too_large');
    queue.add(rowsUpTo(1));
    expect(await codeOf(Promise.resolve().then(() => queue.add(rowsUpTo(QUEUE_LIMITS.waitingRows))))).toBe('unavailable');
    await queue.flush();
    expect(taken).toHaveLength(1);
  });

  it('drops the rows that the table never takes, and no other', async () => {
    const bad = new Set([3, 4, 9]);
    const { queue, taken } = build((rows) => (rows.some((row) => bad.has((row as { at: number }).at)) ? POISON : undefined));
    queue.add(rowsUpTo(12));
    await queue.flush();
    expect(taken).toEqual(rowsUpTo(12).filter(({ at }) => !bad.has(at)));
    await queue.close();
  });

  it('repeats a batch under its token, so that it is stored once', async () => {
    let failures = 2;
    const { queue, sent, taken } = build(() => (failures-- > 0 ? new Error('away') : undefined));
    queue.add(rowsUpTo(5));
    expect(await codeOf(queue.flush())).toBe('unavailable');
    await queue.close();
    expect(taken).toEqual(rowsUpTo(5));
    expect(new Set(sent.map(({ token }) => token)).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it('forgets what waits of a session or a space, and loses nothing else of a batch on its way', async () => {
    let whileSent: (() => void) | undefined;
    let isAway = true;
    const { queue, sent, taken, dropped } = build(() => {
      whileSent?.();
      return isAway ? new Error('away') : undefined;
    });
    const row = (space: string, session?: string) => ({ tenant: 'acme', space, ...(session !== undefined && { session }) });
    queue.add([row('a', 'one'), row('a', 'two'), row('b', 'one'), row('a')]);
    expect(await codeOf(queue.flush())).toBe('unavailable');
    queue.add([row('a', 'one'), row('b', 'three')]);
    queue.forget(row('a', 'one') as { tenant: string; space: string });
    isAway = false;
    whileSent = () => {
      whileSent = undefined;
      queue.forget(row('b') as { tenant: string; space: string });
    };
    await queue.flush();
    // What was on its way arrives, and the erasure takes it out; what waited does not come at all.
    expect(taken).toEqual([row('a', 'two'), row('b', 'one'), row('a')]);
    expect(sent[1]!.token).toBe(sent[0]!.token);
    expect(await dropped('erased')).toBe(4);
    queue.add([row('c', 'four')]);
    await queue.close();
    expect(taken.at(-1)).toEqual(row('c', 'four'));
    expect(sent).toHaveLength(3);
  });

  it('counts no bad row where a batch was emptied on its way, and sends alone what is left of one', async () => {
    const row = (session: string) => ({ tenant: 'acme', space: 'a', session });
    let whileSent: (() => void) | undefined;
    const { queue, taken, dropped } = build((rows) => {
      whileSent?.();
      whileSent = undefined;
      return rows.some((each) => (each as { session: string }).session === 'bad') ? POISON : undefined;
    });
    for (const rows of [[row('bad')], [row('bad'), row('good')]]) {
      queue.add(rows);
      whileSent = () => queue.forget(row('bad'));
      await queue.flush();
    }
    expect(taken).toEqual([row('good')]);
    expect(await dropped('poison')).toBe(0);
  });

  it('gives up at the end after some seconds', async () => {
    const { queue, taken, passed } = build(() => new Error('away'));
    queue.add(rowsUpTo(5));
    await queue.close();
    expect(taken).toEqual([]);
    expect(passed()).toBe(QUEUE_LIMITS.closeMs);
  });

  it('gives up at the end after some seconds, too, where the server takes a batch at a time slowly', async () => {
    let isAway = true;
    const { queue, taken, passed } = build(() => (isAway ? new Error('away') : undefined), 1_000);
    for (const row of rowsUpTo(20)) {
      queue.add([row]);
      expect(await codeOf(queue.flush())).toBe('unavailable');
    }
    isAway = false;
    const fromMs = passed();
    await queue.close();
    expect(passed() - fromMs).toBe(QUEUE_LIMITS.closeMs);
    expect(taken).toHaveLength(QUEUE_LIMITS.closeMs / 1_000);
  });
});
