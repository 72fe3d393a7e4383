import {
  evidenceText,
  utf8Length,
  weighPieces,
  type EvidencePiece,
  type EvidenceSource,
  type ExactString,
  type WeighedPiece,
} from '@total-recall/domain';
import { contentArtifact } from '@total-recall/runtime';
import type { RetrieverDeps } from '../retriever-deps.ts';
import type { OpenedEvent } from './open-events.ts';

/** An opened event with its text, ready to be packed. Cut and weighed when that is first looked at: what ranks low often never is. */
export interface LoadedSource {
  readonly opened: OpenedEvent;
  readonly artifactId?: string;
  readonly totalBytes: number;
  readonly source: EvidenceSource;
  readonly pieces: readonly WeighedPiece[];
  /** Exact strings of the texts that were read. */
  readonly strings: readonly ExactString[];
}

type LoadDeps = Pick<RetrieverDeps, 'content' | 'artifacts' | 'analyser'>;

/** Small enough to spend a budget line by line, large enough to be read. */
const PIECE_CHARS = 120;
/** Texts up to this are weighed whole, for the best events and for the others; of longer ones the parts around what matched. */
const WHOLE_BYTES_BEST = 96 * 1024;
const WHOLE_BYTES = 16 * 1024;
const BEST = 3;
/** Bytes shown to the weighing on both sides of a matching passage, and how many passages. */
const AROUND_BYTES = 3 * 1024;
const PASSAGES = 8;
/** Tokens of the element around one piece of evidence: ids, turn, kind, time. */
const WRAPPER_TOKENS = 52;
const DEFAULT_TOKENS_PER_CHAR = 0.3;

/** Reads the text of each event, the parts that matter of a very long one. */
export async function loadSources(
  deps: LoadDeps,
  events: readonly OpenedEvent[],
  terms: ReadonlyMap<string, number>,
  place: { tenant: string; space: string },
): Promise<LoadedSource[]> {
  return Promise.all(events.map((opened, rank) => loadSource(deps, opened, rank, terms, place)));
}

async function loadSource(
  deps: LoadDeps,
  opened: OpenedEvent,
  rank: number,
  terms: ReadonlyMap<string, number>,
  place: { tenant: string; space: string },
): Promise<LoadedSource> {
  const { envelope, ranked, redacted } = opened;
  const artifact = envelope.kind === 'tool_call' ? undefined : contentArtifact(opened.body);
  const artifactId = artifact && { artifactId: artifact.id };
  const wholeBytes = rank < BEST ? WHOLE_BYTES_BEST : WHOLE_BYTES;
  const { texts, totalBytes } = await readTexts(deps, opened, artifact, wholeBytes, place);
  const ratio = envelope.tokens.whole / Math.max(1, totalBytes);
  const tokensPerChar = totalBytes < 64 ? DEFAULT_TOKENS_PER_CHAR : Math.min(1.2, Math.max(0.15, ratio));
  let weighed: Weighed | undefined;
  const weigh = (): Weighed => (weighed ??= weighTexts(deps.analyser, texts, terms, { redacted, tokensPerChar }));
  return {
    opened,
    totalBytes,
    get pieces() {
      return weigh().pieces;
    },
    get strings() {
      return weigh().strings;
    },
    ...artifactId,
    source: {
      eventId: envelope.id,
      kind: envelope.kind,
      score: ranked.score,
      get terms() {
        return weigh().seen;
      },
      overheadTokens: WRAPPER_TOKENS,
      ...artifactId,
      get pieces() {
        return weigh().evidence;
      },
    },
  };
}

interface Weighed {
  readonly pieces: readonly WeighedPiece[];
  readonly evidence: readonly EvidencePiece[];
  readonly strings: readonly ExactString[];
  readonly seen: ReadonlySet<string>;
}

/** Of a redacted event nothing is shown but that it is there. */
function weighTexts(
  analyser: LoadDeps['analyser'],
  texts: readonly TextAt[],
  terms: ReadonlyMap<string, number>,
  { redacted, tokensPerChar }: { readonly redacted: boolean; readonly tokensPerChar: number },
): Weighed {
  const weighed = texts.map(({ text, fromByte }) => weighPieces({ text, fromByte, terms, pieceChars: PIECE_CHARS }, analyser));
  const pieces = redacted ? [] : weighed.flatMap((own) => own.pieces);
  return {
    pieces,
    evidence: pieces.map(({ fromByte, toByte, weight }) => ({
      fromByte,
      toByte,
      weight,
      tokens: Math.max(1, Math.ceil((toByte - fromByte) * tokensPerChar)),
    })),
    strings: redacted ? [] : weighed.flatMap((own) => own.strings),
    seen: weighed.length === 1 ? weighed[0]!.terms : new Set(weighed.flatMap((own) => [...own.terms])),
  };
}

interface TextAt {
  readonly text: string;
  readonly fromByte: number;
}

async function readTexts(
  deps: LoadDeps,
  opened: OpenedEvent,
  artifact: ReturnType<typeof contentArtifact>,
  wholeBytes: number,
  place: { tenant: string; space: string },
): Promise<{ texts: TextAt[]; totalBytes: number }> {
  if (artifact !== undefined && artifact.sizeBytes > wholeBytes && opened.content === undefined) {
    const at = { ...place, artifactId: artifact.id };
    const windows = windowsAround(opened, artifact.sizeBytes);
    const texts = await Promise.all(
      windows.map(async ({ from, to }) => decodeWindow((await deps.artifacts.read(at, { from, to }))?.bytes ?? new Uint8Array(), from)),
    );
    return { texts, totalBytes: artifact.sizeBytes };
  }
  const content = opened.content ?? (await deps.content.read(place, opened.body));
  const text = evidenceText(opened.envelope.kind, content);
  const totalBytes = utf8Length(text);
  if (totalBytes <= wholeBytes) return { texts: [{ text, fromByte: 0 }], totalBytes };
  const bytes = Buffer.from(text, 'utf8');
  return { texts: windowsAround(opened, totalBytes).map(({ from, to }) => decodeWindow(bytes.subarray(from, to), from)), totalBytes };
}

/** The ranges around the passages that matched best, joined where they meet; both ends of the text where none did. */
function windowsAround(opened: OpenedEvent, totalBytes: number): { from: number; to: number }[] {
  const matched = opened.ranked.passages.slice(0, PASSAGES).map(({ passage }) => passage);
  const ranges =
    matched.length > 0
      ? matched
      : [
          { fromByte: 0, toByte: 0 },
          { fromByte: totalBytes, toByte: totalBytes },
        ];
  const sorted = ranges
    .map(({ fromByte, toByte }) => ({ from: Math.max(0, fromByte - AROUND_BYTES), to: Math.min(totalBytes, toByte + AROUND_BYTES) }))
    .sort((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else if (range.to > range.from) joined.push(range);
  }
  return joined;
}

/** A window of UTF-8 as text; characters cut at its ends are left out. */
function decodeWindow(bytes: Uint8Array, fromByte: number): TextAt {
  let start = 0;
  while (start < bytes.length && start < 3 && (bytes[start]! & 0xc0) === 0x80) start++;
  let end = bytes.length;
  for (let back = 1; back <= 3 && back <= end - start; back++) {
    const byte = bytes[end - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const width = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (width > back) end -= back;
    break;
  }
  return { text: Buffer.from(bytes.subarray(start, end)).toString('utf8'), fromByte: fromByte + start };
}
