import { isEnvelope } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';

/** Most text of one portion, in bytes as `textBytes` estimates them. */
const PORTION_BYTES = 1 * 1024 * 1024;
/** Text per token, roughly. Where a token has less, as in `x x x`, there are as many more terms to index. */
const BYTES_PER_TOKEN = 4;

/**
 * Splits records into runs of at most 4 MiB of text, in order, at least one record each. A batch of the log is bounded
 * in sealed bytes, and repetitive text is sealed in a hundredth of its size: 1 MiB of it may open to 100.
 */
export function portionsOf(records: readonly LogRecord[], mostBytes = PORTION_BYTES): LogRecord[][] {
  const portions: LogRecord[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = textBytes(record);
    const current = portions.at(-1);
    if (current && bytes + size <= mostBytes) {
      current.push(record);
      bytes += size;
    } else {
      portions.push([record]);
      bytes = size;
    }
  }
  return portions;
}

/** Estimates the text of a record without opening it. */
function textBytes({ envelope, sealed }: LogRecord): number {
  return isEnvelope(envelope) ? Math.max(sealed.length, envelope.tokens.whole * BYTES_PER_TOKEN) : sealed.length;
}
