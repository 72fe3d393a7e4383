import { expect, it } from 'vitest';
import type { EventEnvelope } from './event-record.ts';
import { isEnvelope } from './is-envelope.ts';

const GOOD: EventEnvelope = {
  schemaVersion: 1,
  id: '01M82FF88N9TF3P1Y7RSBXQGMF',
  tenant: 't',
  space: 's',
  session: 'x',
  kind: 'user_message',
  occurredAt: 0,
  recordedAt: 1_700_000_000_000,
  tokens: { whole: 0, stripped: 0, preview: 0 },
  family: 'o200k_base',
  keyId: 'key_1',
};

it('takes an envelope with every field, and none that lost one or holds something else in it', () => {
  expect(isEnvelope(GOOD)).toBe(true);
  for (const name of Object.keys(GOOD)) {
    expect(isEnvelope({ ...GOOD, [name]: undefined })).toBe(false);
    expect(isEnvelope({ ...GOOD, [name]: null })).toBe(false);
    expect(isEnvelope({ ...GOOD, [name]: [] })).toBe(false);
  }
  for (const other of [{ id: '01M82FF88N9TF3P1Y7RSB�QGMF' }, { kind: 'user_massage' }, { occurredAt: 1e16 }, { schemaVersion: 1.5 }])
    expect(isEnvelope({ ...GOOD, ...other })).toBe(false);
  for (const tokens of [
    { ...GOOD.tokens, whole: -1 },
    { ...GOOD.tokens, preview: 0.5 },
    { whole: 1, stripped: 1 },
  ])
    expect(isEnvelope({ ...GOOD, tokens })).toBe(false);
});
