import { LIMITS } from '@total-recall/contracts';
import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { appendBranches } from './append-branches.ts';

const PLACE = { tenant: 'acme', space: 'work', session: 's' };
const file = (bytes: number) => ({ mime: 'image/png', data: new Uint8Array(bytes) });
const message = (text: string): NewEvent => ({ kind: 'user_message', text });
const pictured = (bytes: number): NewEvent => ({ kind: 'user_message', attachments: [file(bytes)] });

/** Appends events, and returns the bytes of each request that they made, files in base64, and the sequences in it. */
async function requestsOf(given: readonly NewEvent[]): Promise<{ bytes: number; sequences: number[] }[]> {
  const requests: { bytes: number; sequences: number[] }[] = [];
  const events = given.map((event, at) => ({ ...event, sequence: at + 1 }));
  await appendBranches(PLACE, { session: 's', source: 'proxy', events }, async (request) => {
    const written = request.events.map(({ attachments = [], ...event }) => ({
      ...event,
      attachments: attachments.map(({ data, ...rest }) => ({ ...rest, data: Buffer.from(data).toString('base64') })),
    }));
    const bytes = Buffer.byteLength(JSON.stringify({ events: written, source: request.source }));
    requests.push({ bytes, sequences: request.events.map(({ sequence }) => sequence!) });
    return { events: [] };
  });
  return requests;
}

describe('an append of a branch', () => {
  it.for([
    ['a picture and a long text behind it', [pictured(15_000_000), message('x'.repeat(14_000_000))]],
    ['long texts', [message('x'.repeat(16_000_000)), message('y'.repeat(16_000_000)), message('z'.repeat(16_000_000))]],
    ['texts that JSON writes in six bytes a character', [message('\u0001'.repeat(3_000_000)), message('\u0001'.repeat(3_000_000))]],
    ['pictures', [pictured(12_000_000), pictured(12_000_000), pictured(12_000_000)]],
  ] as const)('has room in a request for %s', async ([, events]) => {
    const requests = await requestsOf(events);
    for (const { bytes } of requests) expect(bytes).toBeLessThan(LIMITS.bodyBytes);
    expect(requests.flatMap(({ sequences }) => sequences)).toEqual(events.map((_, at) => at + 1));
  });

  it('goes in one request where that has room for all', async () => {
    expect(await requestsOf([pictured(8_000_000), message('x'), pictured(8_000_000), message('y')])).toHaveLength(1);
  });
});
