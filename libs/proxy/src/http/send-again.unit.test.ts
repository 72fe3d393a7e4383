import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSendAgain } from './send-again.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';

const BODY = Buffer.from('{}');
let now = 0;
let waits: number[] = [];
beforeEach(() => {
  [now, waits] = [Date.parse('2026-11-26T12:00:00Z'), []];
});

/** Time that passes only where somebody waits. */
const clock = { now: () => now, monotonicMs: () => now };
const scheduler = {
  async delay(ms: number, signal?: AbortSignal) {
    signal?.throwIfAborted();
    waits.push(ms);
    now += ms;
    await Promise.resolve();
  },
};

type Answer = readonly [status: number, headers?: Record<string, string>];

/** Sends a body to a vendor that gives these answers in turn, the last one from then on. */
async function send(answers: readonly Answer[], call: Partial<UpstreamCall> = {}) {
  const sent: UpstreamCall[] = [];
  const upstream: Upstream = {
    send(asked) {
      const [statusCode, headers = {}] = answers[Math.min(sent.length, answers.length - 1)]!;
      sent.push(asked);
      return Promise.resolve(Object.assign(Readable.from([]), { statusCode, headers }) as unknown as IncomingMessage);
    },
    close: () => undefined,
  };
  const given = { method: 'POST', target: '/v1/x', rawHeaders: [], signal: new AbortController().signal, ...call };
  const { statusCode } = await createSendAgain({ clock, scheduler })(upstream, given)(BODY);
  return { statusCode, sent };
}

describe('a further round', () => {
  it.each([
    ['after the time that the vendor says', [[429, { 'retry-after': '3' }], [200]], 200, [3_000]],
    ['by the exact one of two', [[429, { 'retry-after': '3', 'retry-after-ms': '250' }], [200]], 200, [250]],
    ['at the moment that it says', [[503, { 'retry-after': 'Thu, 26 Nov 2026 12:00:07 GMT' }], [200]], 200, [7_000]],
    ['each time later where it says none', [[529], [500], [429], [200]], 200, [1_000, 2_000, 4_000]],
    ['four times at most', [[529]], 529, [1_000, 2_000, 4_000]],
    ['within a bound', [[529, { 'retry-after': '15' }]], 529, [15_000]],
    ['not at all where that would be too late', [[429, { 'retry-after': '60' }]], 429, []],
    ['not at all where the vendor says so', [[429, { 'x-should-retry': 'false' }]], 429, []],
    ['not at all where it was refused', [[400]], 400, []],
  ] as const)('is asked for again %s', async (_what, answers, status, waited) => {
    const { statusCode, sent } = await send(answers as readonly Answer[]);
    expect([statusCode, waits]).toEqual([status, waited]);
    expect(sent).toHaveLength(waited.length + 1);
    for (const { body, readsAnswer } of sent) expect([body, readsAnswer]).toEqual([BODY, true]);
  });

  it('has no key that says it is the same request as the first', async () => {
    const { sent } = await send([[200]], { rawHeaders: ['Idempotency-Key', 'k1', 'Authorization', 'Bearer s'] });
    expect(sent[0]!.rawHeaders).toEqual(['Authorization', 'Bearer s']);
  });

  it('is not waited for once the caller has gone', async () => {
    await expect(send([[429]], { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(waits).toEqual([]);
  });
});
