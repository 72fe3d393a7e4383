import { evidenceText, utf8Length, wholeTextArtifact, type ArtifactRef } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { OpenedEvent } from './open-events.ts';

/** A part of an event's text or artifact, in bytes; `toByte` excluded. */
export interface PassageRange {
  readonly fromByte: number;
  readonly toByte: number;
}

/** Texts of some passages of an event. */
export interface ReadPassages {
  /** In the order asked. */
  readonly texts: readonly string[];
  readonly totalBytes: number;
  /** The full text, if that was read. */
  readonly text?: string;
}

/** Texts up to this size are read whole; of longer ones only the passages. */
const WHOLE_BYTES = 256 * 1024;
/** Most bytes of a character in UTF-8. */
const CHARACTER_BYTES = 4;

type Place = { readonly tenant: string; readonly space: string };
type Readable = Pick<OpenedEvent, 'envelope' | 'body' | 'content'>;
type ReadDeps = Pick<RetrieverDeps, 'content'>;

/** Reads passages of an event. Without any it reads the full text. */
export async function readPassages(deps: ReadDeps, opened: Readable, place: Place, ranges: readonly PassageRange[]): Promise<ReadPassages> {
  const artifact = ranges.length > 0 ? longArtifact(opened) : undefined;
  if (artifact !== undefined) return { texts: await readSpans(deps, artifact, place, ranges), totalBytes: artifact.sizeBytes };
  const text = await readText(deps, opened, place);
  if (ranges.length === 0) return { texts: [], totalBytes: utf8Length(text), text };
  const bytes = Buffer.from(text, 'utf8');
  const texts = ranges.map(({ fromByte, toByte }) => bytes.subarray(fromByte, toByte).toString('utf8'));
  return { texts, totalBytes: bytes.length, text };
}

/**
 * Returns a range with each end at the last place up to it where a character of the event's full text begins, within that
 * text. Of a long text only the bytes around both ends are read.
 */
export async function alignToCharacters(
  deps: ReadDeps,
  opened: Readable,
  place: Place,
  { fromByte, toByte }: PassageRange,
): Promise<PassageRange> {
  const artifact = longArtifact(opened);
  const whole = artifact === undefined ? Buffer.from(await readText(deps, opened, place), 'utf8') : undefined;
  const size = artifact?.sizeBytes ?? whole!.length;
  const align = async (byte: number): Promise<number> => {
    const at = Math.min(byte, size);
    if (at === 0 || at === size) return at;
    const around = { fromByte: Math.max(0, at - CHARACTER_BYTES), toByte: at + 1 };
    const bytes = whole?.subarray(around.fromByte, around.toByte) ?? (await readBytes(deps, artifact!, place, around));
    let last = bytes.length - 1;
    while (last > 0 && (bytes[last]! & 0xc0) === 0x80) last -= 1;
    return around.fromByte + Math.max(0, last);
  };
  const [from, to] = await Promise.all([align(fromByte), align(toByte)]);
  return { fromByte: from, toByte: to };
}

/**
 * Reads ranges of an artifact, span by span, those in one span at once: each read opens whole frames, and a long log has a
 * thousand passages with the words of a phrase.
 */
async function readSpans(deps: ReadDeps, artifact: ArtifactRef, place: Place, ranges: readonly PassageRange[]): Promise<string[]> {
  const texts = ranges.map(() => '');
  for (const own of inSpans(ranges)) {
    const span = { fromByte: ranges[own[0]!]!.fromByte, toByte: Math.max(...own.map((at) => ranges[at]!.toByte)) };
    const bytes = await readBytes(deps, artifact, place, span);
    for (const at of own) {
      const { fromByte, toByte } = ranges[at]!;
      texts[at] = bytes.subarray(fromByte - span.fromByte, toByte - span.fromByte).toString('utf8');
    }
  }
  return texts;
}

/** Groups the places of ranges by spans, in the order of their beginnings. A range that is longer has a span of its own. */
function inSpans(ranges: readonly PassageRange[]): number[][] {
  const spans: number[][] = [];
  let end = -1;
  for (const at of [...ranges.keys()].sort((a, b) => ranges[a]!.fromByte - ranges[b]!.fromByte)) {
    const { fromByte, toByte } = ranges[at]!;
    if (toByte <= end) spans.at(-1)!.push(at);
    else {
      spans.push([at]);
      end = fromByte + WHOLE_BYTES;
    }
  }
  return spans;
}

/** Returns the artifact with the full text of an event, where that is too long to be read whole. */
function longArtifact({ envelope, body, content }: Readable): ArtifactRef | undefined {
  if (envelope.kind === 'tool_call' || content !== undefined) return undefined;
  const artifact = wholeTextArtifact(body);
  return artifact !== undefined && artifact.sizeBytes > WHOLE_BYTES ? artifact : undefined;
}

async function readText({ content }: ReadDeps, opened: Readable, place: Place): Promise<string> {
  return evidenceText(opened.envelope.kind, opened.content ?? (await content.read(place, opened.body)));
}

async function readBytes(
  { content }: ReadDeps,
  { id }: ArtifactRef,
  { tenant, space }: Place,
  { fromByte: from, toByte: to }: PassageRange,
): Promise<Buffer> {
  return Buffer.from((await content.artifact({ tenant, space, artifactId: id }, { from, to }))?.bytes ?? []);
}
