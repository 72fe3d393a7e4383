import { createJsonMeter } from '@total-recall/contracts';
import { IMPORT_LIMITS } from './import-limits.ts';

/** Returns why JSON text is left out before anything is built of it; undefined for what may be parsed. */
export function exceededLimit(json: Uint8Array, mostValues: number): string | undefined {
  // Every level and every value has a byte of its own.
  if (json.length <= IMPORT_LIMITS.depth) return undefined;
  const exceeded = createJsonMeter({ jsonDepth: IMPORT_LIMITS.depth, jsonValues: mostValues }).add(json);
  if (exceeded === undefined) return undefined;
  return exceeded === 'depth' ? `nested more than ${IMPORT_LIMITS.depth} deep` : `more than ${mostValues} keys and elements`;
}
