import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** What stands before a body that was made smaller. JSON does not begin with it. */
const DEFLATED = 1;
/** Below this a body hardly shrinks. */
const LEAST_BYTES = 128;
/**
 * What bodies have in common: so short a text repeats little of its own. Never changed, as it is needed to read what was written with it; another one
 * gets another number.
 */
const COMMON = Buffer.from(
  ',"isError":true,"artifacts":[{"id":"","sizeBytes":,"mediaType":"text/plain"}],"taskState":{"objective":"","compaction":{"type":"ContextCompacted"' +
    '{"text":"","call":{"name":"","arguments":"{\\"command\\":\\"\\",\\"path\\":\\"\\",\\"query\\":\\"\\"}","callId":"call_"},"messageId":"msg_' +
    ' error: not found the of and to in a is that it for on with as this be you are from import function return const if (\\n    \\n\\n\\"","meta":{"agent":"","model":"' +
    '"},"origin":{"source":"","sequence":',
);

/** A body as it is sealed: compact JSON, deflated where that is shorter. */
export function packBody(body: object): Uint8Array {
  const json = Buffer.from(JSON.stringify(body), 'utf8');
  if (json.length < LEAST_BYTES) return json;
  const deflated = deflateRawSync(json, { dictionary: COMMON });
  return deflated.length + 1 < json.length ? Buffer.concat([Buffer.of(DEFLATED), deflated]) : json;
}

/** What `packBody` made, or JSON alone. Throws for anything else. */
export function unpackBody(plain: Uint8Array): unknown {
  const json = plain[0] === DEFLATED ? inflateRawSync(plain.subarray(1), { dictionary: COMMON }) : Buffer.from(plain);
  return JSON.parse(json.toString('utf8'));
}
