import { isEnvelope } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import { splitRuns } from '@total-recall/runtime';

/** Most text of one portion, in bytes as `textBytes` estimates them. */
const PORTION_BYTES = 1024 * 1024;
/** Text per token, roughly. Where a token has less, as in `x x x`, there are as many more terms to index. */
const BYTES_PER_TOKEN = 4;

/**
 * Splits records into runs of at most 1 MiB of text, in order, at least one record each. A batch of the log is bounded
 * in sealed bytes, and repetitive text is sealed in a hundredth of its size: 1 MiB of it may open to 100.
 */
export function portionsOf(records: readonly LogRecord[], mostBytes = PORTION_BYTES): LogRecord[][] {
  return splitRuns(records, { sizeOf: textBytes, mostSize: mostBytes });
}

/** Estimates the text of a record without opening it. */
function textBytes({ envelope, sealed }: LogRecord): number {
  return isEnvelope(envelope) ? Math.max(sealed.length, envelope.tokens.whole * BYTES_PER_TOKEN) : sealed.length;
}
