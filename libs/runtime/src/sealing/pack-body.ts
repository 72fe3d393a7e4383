import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** First byte of a compressed body. JSON never begins with it. */
const DEFLATED = 1;
/** Smaller bodies hardly shrink. */
const LEAST_BYTES = 128;
/**
 * Compression dictionary with text that bodies have in common, because a short text repeats little of its own. Never
 * change it: it is needed to read existing bodies. A new dictionary needs a new first byte.
 */
const COMMON = Buffer.from(
  ',"isError":true,"artifacts":[{"id":"","sizeBytes":,"mediaType":"text/plain"}],"taskState":{"objective":"","compaction":{"type":"ContextCompacted"' +
    '{"text":"","call":{"name":"","arguments":"{\\"command\\":\\"\\",\\"path\\":\\"\\",\\"query\\":\\"\\"}","callId":"call_"},"messageId":"msg_' +
    ' error: not found the of and to in a is that it for on with as this be you are from import function return const if (\\n    \\n\\n\\"","meta":{"agent":"","model":"' +
    '"},"origin":{"source":"","sequence":',
);

/** Encodes a body for sealing: compact JSON, compressed if that is shorter. */
export function packBody(body: object): Uint8Array {
  const json = Buffer.from(JSON.stringify(body), 'utf8');
  if (json.length < LEAST_BYTES) return json;
  const deflated = deflateRawSync(json, { dictionary: COMMON });
  return deflated.length + 1 < json.length ? Buffer.concat([Buffer.of(DEFLATED), deflated]) : json;
}

/** Decodes what `packBody` made, or plain JSON. Throws for anything else. */
export function unpackBody(plain: Uint8Array): unknown {
  const json = plain[0] === DEFLATED ? inflateRawSync(plain.subarray(1), { dictionary: COMMON }) : Buffer.from(plain);
  return JSON.parse(json.toString('utf8'));
}
