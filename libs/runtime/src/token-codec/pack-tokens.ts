import type { KeptTokens } from '@total-recall/domain';
import { TotalRecallError } from '../errors.ts';
import { BYTE_CODEC } from './byte-codec.ts';
import { MINILM_CODEBOOK } from './minilm-codebook.ts';

/** Numbers of codecs in stored bytes; a number is never reused for another codec. */
const CODEC_NUMBERS: Readonly<Record<string, number>> = { [BYTE_CODEC.name]: 1, [MINILM_CODEBOOK.name]: 2 };
const ENDS_EARLY = 'Stored token vectors end before they should.';
const CODEC_NAMES = new Map(Object.entries(CODEC_NUMBERS).map(([name, number]) => [number, name]));

/**
 * Encodes token vectors: the codec; the number of runs of lines, with line and rows of each; the number of wordpieces,
 * each as the distance from the previous one; the codes. Numbers other than the codec and the lines are
 * variable-length: seven bits per byte, lowest first.
 */
export function packTokens({ codec, ids, lines, codes }: KeptTokens): Uint8Array {
  const bytes: number[] = [CODEC_NUMBERS[codec]!];
  const runs = runsOf(lines);
  pushNumber(bytes, runs.length);
  for (const { line, rows } of runs) {
    bytes.push(line);
    pushNumber(bytes, rows);
  }
  pushNumber(bytes, ids.length);
  ids.forEach((id, at) => pushNumber(bytes, at === 0 ? id : id - ids[at - 1]!));
  const packed = new Uint8Array(bytes.length + codes.length);
  packed.set(bytes);
  packed.set(codes, bytes.length);
  return packed;
}

/** Decodes what `packTokens` made; the codes are a view of it. Errors: `internal` for bytes of a later version. */
export function unpackTokens(packed: Uint8Array): KeptTokens {
  const cursor = { packed, at: 1 };
  const codec = codecOf(packed);
  const runs = takeRuns(cursor);
  const lines = new Uint8Array(runs.reduce((sum, { rows }) => sum + rows, 0));
  let from = 0;
  for (const { line, rows } of runs) lines.fill(line, from, (from += rows));
  const ids = new Uint32Array(takeCount(cursor));
  for (let at = 0, id = 0; at < ids.length; at += 1) ids[at] = id += takeNumber(cursor);
  return { codec, ids, lines, codes: packed.subarray(cursor.at) };
}

/** Adjacent rows of one line, or of none (`NO_LINE`). */
export interface TokenRun {
  readonly line: number;
  readonly rows: number;
}

/** Decodes without the wordpieces and with the lines as runs, which is what comparing needs. */
export function unpackTokenRuns(packed: Uint8Array): Pick<KeptTokens, 'codec' | 'codes'> & { readonly runs: readonly TokenRun[] } {
  const cursor = { packed, at: 1 };
  const codec = codecOf(packed);
  const runs = takeRuns(cursor);
  let left = takeCount(cursor);
  let { at } = cursor;
  for (; left > 0; at += 1) {
    if (at >= packed.length) throw new TotalRecallError('internal', ENDS_EARLY);
    if (packed[at]! < 128) left -= 1;
  }
  return { codec, runs, codes: packed.subarray(at) };
}

function codecOf(packed: Uint8Array): string {
  const codec = CODEC_NAMES.get(packed[0]!);
  if (codec === undefined)
    throw new TotalRecallError('internal', `Token vectors are stored with codec ${packed[0]}, which this program does not have.`);
  return codec;
}

function takeRuns(cursor: { readonly packed: Uint8Array; at: number }): TokenRun[] {
  const runs: TokenRun[] = [];
  for (let left = takeCount(cursor); left > 0; left -= 1) runs.push({ line: cursor.packed[cursor.at++]!, rows: takeCount(cursor) });
  return runs;
}

function runsOf(lines: Uint8Array): TokenRun[] {
  const runs: { line: number; rows: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.line === line) last.rows += 1;
    else runs.push({ line, rows: 1 });
  }
  return runs;
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Reads a count of items that take at least one byte each, so that a larger count is an error. */
function takeCount(cursor: { readonly packed: Uint8Array; at: number }): number {
  const count = takeNumber(cursor);
  if (count > cursor.packed.length) throw new TotalRecallError('internal', 'Stored token vectors hold less than they say.');
  return count;
}

function takeNumber(cursor: { readonly packed: Uint8Array; at: number }): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = cursor.packed[cursor.at++];
    if (byte === undefined) throw new TotalRecallError('internal', ENDS_EARLY);
    value += (byte % 128) * factor;
    if (byte < 128) return value;
  }
}
