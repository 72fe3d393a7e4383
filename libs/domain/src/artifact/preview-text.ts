import { cutWithEllipsis } from '../text/ellipsis.ts';
import { isLowSurrogate } from '../text/surrogates.ts';

const LINE_CHARS = 160;

/** Returns the first lines of a text, each shortened, without splitting all of it. */
export function firstLines(text: string, count: number, max = LINE_CHARS): string[] {
  const lines: string[] = [];
  let at = 0;
  while (lines.length < count && at < text.length) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    lines.push(cutWithEllipsis(text.slice(at, Math.min(end, at + max + 2)).trimEnd(), max));
    at = end + 1;
  }
  return lines;
}

/** Returns the last lines that are not blank. */
function lastLines(text: string, count: number, max = LINE_CHARS): string[] {
  const lines: string[] = [];
  let end = text.length;
  while (lines.length < count && end > 0) {
    const before = text.lastIndexOf('\n', end - 1);
    const line = text.slice(Math.max(before + 1, end - max * 4), end).trimEnd();
    if (line !== '') lines.unshift(cutWithEllipsis(line, max));
    end = before;
  }
  return lines;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines + (text.endsWith('\n') || text === '' ? 0 : 1);
}

/** Shows the first 5 lines, the last 2, and the total number of keys and elements. */
export function previewJson(text: string, room: number): string {
  if (text.length <= room - 40) return `${text.trimEnd()}\n[${jsonCounts(text)}]`;
  const max = Math.floor((room - 80) / 7) - 2;
  const single = countLines(text) < 8;
  const head = single ? [cutWithEllipsis(text.slice(0, max * 5).trimEnd(), max * 5 - 1)] : firstLines(text, 5, max);
  const tail = single ? [text.slice(startOfTail(text, max * 2)).trimEnd()] : lastLines(text, 2, max);
  return `${head.join('\n')}\n...\n${tail.join('\n')}\n[${jsonCounts(text)}]`;
}

function startOfTail(text: string, chars: number): number {
  const from = Math.max(0, text.length - chars);
  return isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from;
}

/** Counts in one pass over the characters, so that damaged JSON is counted too. */
function jsonCounts(text: string): string {
  let keys = 0;
  let depth = 0;
  let top = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 58) {
      keys++;
      if (depth === 1) top++;
    } else if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) depth--;
    else if (code === 10 && depth === 0) depth = 0;
  }
  return `${keys} keys, ${top} at the top, ${text.length} characters`;
}

/** Shows matching lines, spread evenly over the files. */
export function previewSearch(text: string, room: number): string {
  const byFile = new Map<string, string[]>();
  let matches = 0;
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, Math.min(end, at + 400));
    const match = /^([^\s:][^:\n]{0,200}?)[:-]\d+[:-]/.exec(line);
    if (match !== null) {
      matches++;
      const lines = byFile.get(match[1]!);
      if (lines === undefined) {
        if (byFile.size < 200) byFile.set(match[1]!, [line]);
      } else if (lines.length < 12) lines.push(line);
    }
    at = end + 1;
  }
  const footer = `[${matches} matching lines in ${byFile.size}${byFile.size >= 200 ? ' and more' : ''} files]`;
  const kept = new Map<string, string[]>();
  let left = room - footer.length - 2;
  for (let round = 0; round < 12 && left > 0; round++) {
    for (const [file, lines] of byFile) {
      const line = lines[round];
      if (line === undefined) continue;
      const shown = cutWithEllipsis(line.trimEnd(), 140);
      if (shown.length + 1 > left) {
        left = 0;
        break;
      }
      kept.set(file, [...(kept.get(file) ?? []), shown]);
      left -= shown.length + 1;
    }
  }
  return [...[...kept.values()].flat(), footer].join('\n');
}

/** Shows the header, two rows, and the number of rows. */
export function previewTable(text: string, room: number): string {
  const max = Math.floor((room - 60) / 4);
  const rule = /^[\s|+:=-]+$/;
  const lines = firstLines(text, 5, max)
    .filter((line) => !rule.test(line))
    .slice(0, 3);
  const rows = Math.max(0, countLines(text) - 1);
  return `${lines.join('\n')}\n...\n${lastLines(text, 1, max).join('')}\n[${rows} rows]`;
}

/** Lists the files of a diff with the lines added and removed in each, then shows the first hunk. */
export function previewDiff(text: string, room: number): string {
  const files: { name: string; added: number; removed: number }[] = [];
  let added = 0;
  let removed = 0;
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const file = files[files.length - 1];
    if (text.startsWith('+++ ', at))
      files.push({ name: cutWithEllipsis(text.slice(at + 4, Math.min(end, at + 200)).replace(/^b\//, ''), 100), added: 0, removed: 0 });
    else if (text.charCodeAt(at) === 43) {
      added++;
      if (file !== undefined) file.added++;
    } else if (text.charCodeAt(at) === 45 && !text.startsWith('--- ', at)) {
      removed++;
      if (file !== undefined) file.removed++;
    }
    at = end + 1;
  }
  const list = files.slice(0, 8).map((file) => `${file.name} +${file.added} -${file.removed}`);
  const summary = `[${files.length} files, +${added} -${removed}]`;
  const hunk = text.indexOf('\n@@ ');
  const head = `${summary}\n${list.join('\n')}\n`.slice(0, Math.floor(room * 0.6));
  const body = text.slice(hunk < 0 ? 0 : hunk + 1, (hunk < 0 ? 0 : hunk + 1) + 4 * room);
  return head + cutWithEllipsis(body, Math.max(40, room - head.length));
}
