import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

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

/** From this size on compressing moves to another thread: 16 KB take about a millisecond. */
const ASIDE_BYTES = 16 * 1024;

const deflateAside = promisify(deflateRaw);

/** Encodes a body for sealing: compact JSON, compressed if that is shorter. */
export function packBody(body: object): Uint8Array {
  const json = jsonOf(body);
  return json.length < LEAST_BYTES ? json : shorterOf(json, deflateRawSync(json, { dictionary: COMMON }));
}

/** Encodes a body to the same bytes; a large one is compressed in another thread. */
export async function packAside(body: object): Promise<Uint8Array> {
  const json = jsonOf(body);
  if (json.length < LEAST_BYTES) return json;
  const options = { dictionary: COMMON };
  return shorterOf(json, json.length < ASIDE_BYTES ? deflateRawSync(json, options) : await deflateAside(json, options));
}

function jsonOf(body: object): Buffer {
  return Buffer.from(JSON.stringify(body), 'utf8');
}

function shorterOf(json: Buffer, deflated: Buffer): Uint8Array {
  return deflated.length + 1 < json.length ? Buffer.concat([Buffer.of(DEFLATED), deflated]) : json;
}

/** Decodes what `packBody` made, or plain JSON. Throws for anything else. */
export function unpackBody(plain: Uint8Array): unknown {
  const json = plain[0] === DEFLATED ? inflateRawSync(plain.subarray(1), { dictionary: COMMON }) : Buffer.from(plain);
  return JSON.parse(json.toString('utf8'));
}
