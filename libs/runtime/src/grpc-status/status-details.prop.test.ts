import { ERROR_CODES, type ErrorCode } from '@total-recall/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import { decodeStatusDetails, encodeStatusDetails } from './status-details.ts';

const shown = ({ code, message, details, retryAfterMs }: TotalRecallError) => ({ code, message, details, retryAfterMs });
const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

describe('an error as google.rpc.Status', () => {
  it('comes back with its code, message, details and the time to wait', () => {
    const violation = fc.record({ path: fc.string({ unit: 'grapheme' }), message: fc.string({ unit: 'grapheme' }) });
    const details = fc
      .dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
      .map((values) => JSON.parse(JSON.stringify({ ...values, errors: undefined })) as Record<string, unknown>);
    fc.assert(
      fc.property(
        fc.constantFrom(...CODES),
        fc.string({ unit: 'grapheme' }),
        details,
        fc.option(fc.array(violation, { minLength: 1, maxLength: 5 }), { nil: undefined }),
        fc.option(fc.nat(1e9), { nil: undefined }),
        (code, message, some, errors, retryAfterMs) => {
          const all = { ...some, ...(errors && { errors }) };
          const error = new TotalRecallError(code, message, {
            ...(Object.keys(all).length > 0 && { details: all }),
            ...(retryAfterMs !== undefined && { retryAfterMs }),
          });
          expect(shown(decodeStatusDetails(encodeStatusDetails(error))!)).toEqual(shown(error));
        },
      ),
    );
  });

  it('keeps to what a trailer may hold, and keeps the code', () => {
    const errors = Array.from({ length: 20 }, (_, index) => ({ path: `body.events[${index}]`, message: 'x'.repeat(500) }));
    for (const details of [{ errors }, { text: 'y'.repeat(20_000) }, { errors, text: 'y'.repeat(20_000) }]) {
      const bytes = encodeStatusDetails(new TotalRecallError('invalid_request', 'no', { details, retryAfterMs: 7 }));
      expect(bytes.length).toBeLessThanOrEqual(6 * 1024);
      expect(decodeStatusDetails(bytes)).toMatchObject({ code: 'invalid_request', message: 'no', retryAfterMs: 7 });
    }
    const long = encodeStatusDetails(new TotalRecallError('internal', 'z'.repeat(20_000)));
    expect(long.length).toBeLessThanOrEqual(6 * 1024);
    expect(decodeStatusDetails(long)).toMatchObject({ code: 'internal', message: '' });
  });

  it('reads nothing into bytes that are not ours', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(decodeStatusDetails(bytes)).toBeUndefined();
      }),
    );
  });
});
