import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { expect, it } from 'vitest';
import { fromStatus } from './status.ts';

const failed = (code: status, details: string): ServiceError =>
  Object.assign(new Error(`${code} ${details}`), { code, details, metadata: new Metadata() });

it.each([
  [status.INTERNAL, 'Received RST_STREAM with code 0 (Call ended without gRPC status)', 'unavailable'],
  [status.INTERNAL, 'Response message parsing error', 'internal'],
  [status.UNAVAILABLE, 'No connection established', 'unavailable'],
  [status.UNKNOWN, '', 'internal'],
] as const)('a call that ended with status %i "%s" is told as %s', (code, details, told) => {
  expect(fromStatus(failed(code, details), 'consolidator').code).toBe(told);
});
