import { cutWithEllipsis } from '../text/ellipsis.ts';
import { isLowSurrogate } from '../text/surrogates.ts';
import type { PreviewKind } from './artifact-ref.ts';
import { imageSize, isTextMime, sniffMime } from './sniff-mime.ts';
import { detectKind } from './detect-kind.ts';
import { decodeText } from './decode-text.ts';
import { previewDiff, previewJson, previewSearch, previewTable } from './preview-text.ts';

export interface PreviewHints {
  readonly mime: string;
  readonly title?: string;
  /** Caption, or text extracted from an image or document. */
  readonly caption?: string;
  /** Line of a log or other text that is shown wherever it stands: what a failed run says of its failure. */
  readonly line?: string;
}

export interface Preview {
  readonly text: string;
  readonly kind: PreviewKind;
}

/** Largest length of a preview, in characters. */
export const PREVIEW_CHARS = 1_200;
const LINE_CHARS = 240;

/**
 * Makes a preview of a large payload, depending on its kind: log (last 10 lines), JSON (first 5 lines, last 2, key
 * count), search output (matching lines of each file), table (header, 2 rows, row count), diff (files and hunks), code
 * (signatures), image or document (caption, type, size, dimensions), other text (its end). Of a log and of other text the
 * given line comes first where the end has it not. Total, linear, at most PREVIEW_CHARS. Source: 002 §4.4.
 */
export function makePreview(content: string | Uint8Array, hints: PreviewHints): Preview {
  if (typeof content !== 'string') {
    const mime = hints.mime === '' || hints.mime === 'application/octet-stream' ? sniffMime(content) : hints.mime.toLowerCase();
    if (!isTextMime(mime) || !isTextMime(sniffMime(content))) return previewBytes(content, mime, hints);
    return makePreview(decodeText(content), hints);
  }
  const kind = detectKind(content, hints);
  const head = hints.title === undefined || hints.title === '' ? '' : `${cutWithEllipsis(hints.title.replace(/\s+/g, ' '), 120)}\n`;
  const body = bodyOf(content, kind, hints.line);
  return { text: cutWithEllipsis(head + body, PREVIEW_CHARS), kind };
}

function bodyOf(text: string, kind: PreviewKind, line?: string): string {
  const room = PREVIEW_CHARS - 130;
  switch (kind) {
    case 'json':
      return previewJson(text, room);
    case 'search':
      return previewSearch(text, room);
    case 'table':
      return previewTable(text, room);
    case 'diff':
      return previewDiff(text, room);
    case 'code':
      return previewHeadAndTail(text, room);
    default:
      return tailWithLine(text, kind === 'log' ? 10 : 14, room, line);
  }
}

function previewBytes(bytes: Uint8Array, mime: string, hints: PreviewHints): Preview {
  const size = imageSize(bytes);
  const kind: PreviewKind = mime.startsWith('image/')
    ? 'image'
    : /pdf|msword|officedocument|opendocument|rtf|epub/.test(mime)
      ? 'document'
      : 'binary';
  const facts = [cutWithEllipsis(mime, 80), `${bytes.length} bytes`, ...(size === undefined ? [] : [`${size.width}x${size.height}`])].join(
    ', ',
  );
  const title = hints.title === undefined || hints.title === '' ? '' : `${cutWithEllipsis(hints.title.replace(/\s+/g, ' '), 120)}: `;
  const caption = hints.caption === undefined || hints.caption.trim() === '' ? '' : `\n${hints.caption.trim()}`;
  return { text: cutWithEllipsis(`[${title}${facts}]${caption}`, PREVIEW_CHARS), kind };
}

/** Shows the last lines that fit, and above them a line that is not among them. */
function tailWithLine(text: string, wanted: number, room: number, line = ''): string {
  const tail = tailLines(text, wanted, room);
  if (line === '' || tail.includes(line)) return tail;
  const shown = cutWithEllipsis(line, LINE_CHARS);
  return `${shown}\n${tailLines(text, wanted, room - shown.length - 1)}`;
}

/** Shows the last lines that fit, with the number of lines before them. */
function tailLines(text: string, wanted: number, room: number): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
  let from = end;
  for (let lines = 0; lines < wanted && from > 0; lines++) {
    const before = text.lastIndexOf('\n', from - 1);
    from = before < 0 ? 0 : before;
    if (end - from > room) break;
  }
  if (end - from > room - 40) from = end - (room - 40);
  while (from < end && (text.charCodeAt(from) === 10 || isLowSurrogate(text.charCodeAt(from)))) from++;
  const kept = text.slice(from, end);
  return from === 0 ? kept : `[... ${from} characters before]\n${kept}`;
}

function previewHeadAndTail(text: string, room: number): string {
  const half = Math.floor(room / 2) - 30;
  if (text.length <= room) return text;
  const cut = text.lastIndexOf('\n', half);
  const head = cutWithEllipsis(text.slice(0, cut > half / 2 ? cut : half), half);
  return `${head}\n${tailLines(text.slice(head.length), 12, half)}`;
}
