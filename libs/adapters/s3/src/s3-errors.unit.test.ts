import { expect, it } from 'vitest';
import { isAway, toPortError } from './s3-errors.ts';

it('a service is away where the network or a timeout says so, and not where a setting is wrong', () => {
  const away = (fields: object): boolean => isAway(toPortError(Object.assign(new Error('failed'), fields), 'look'));
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE']) expect(away({ code })).toBe(true);
  expect(away({ name: 'TimeoutError' })).toBe(true);
  expect(away({ $metadata: { httpStatusCode: 503 } })).toBe(true);
  expect(away({ code: 'ECONNRESET', $metadata: { httpStatusCode: 403 } })).toBe(false);
  for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'ERR_INVALID_URL']) expect(away({ code })).toBe(false);
  expect(away({ name: 'TypeError' })).toBe(false);
});
