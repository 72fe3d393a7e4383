import type { PreviewKind } from './artifact-ref.ts';

/** Number of characters examined. */
const SAMPLE_CHARS = 16_384;

/** Detects the kind of a text: by its media type where that is specific enough, else by its first lines. */
export function detectKind(text: string, hints: { readonly mime: string; readonly title?: string }): PreviewKind {
  const mime = hints.mime.toLowerCase();
  if (/json|ndjson/.test(mime)) return 'json';
  if (/csv|tab-separated/.test(mime)) return 'table';
  if (/x-diff|x-patch/.test(mime)) return 'diff';
  if (/javascript|typescript|x-python|x-c|x-java|x-go|x-rust|x-sh/.test(mime)) return 'code';
  const sample = text.slice(0, SAMPLE_CHARS);
  const start = /^\s*[[{]/.test(sample);
  if (start && looksLikeJson(text, sample)) return 'json';
  const lines = sample
    .split('\n')
    .map((line) => line.slice(0, 400))
    .filter((line) => line.trim() !== '')
    .slice(0, 120);
  if (lines.length === 0) return 'text';
  const share = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length / lines.length;
  if (/^(diff --git |--- |Index: )/m.test(sample) && /^@@ .*@@/m.test(sample)) return 'diff';
  if (lines.length >= 3 && share(LOG_LINE) < 0.3 && share(/^[^\s:][^:\n]{0,200}[:-]\d+[:-]/) > 0.6) return 'search';
  if (looksLikeTable(lines)) return 'table';
  if (share(LOG_LINE) > 0.3 || /^Traceback \(most recent call last\)/m.test(sample)) return 'log';
  if (/\.(tsx?|jsx?|py|go|rs|java|c|h|cpp|rb|php|cs|sh|sql)$/i.test(hints.title ?? '') || share(CODE_LINE) > 0.35) return 'code';
  return 'text';
}

const LOG_LINE =
  /^\S{0,3}\d{4}-\d\d-\d\d[T ]\d\d:|^\[?\d\d:\d\d:\d\d|\b(DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\b|^(npm (ERR|warn)|error\[|warning:|FAILED|PASSED|ok \d|not ok \d)|^\s+at .{1,160}:\d+/;
const CODE_LINE =
  /^\s*(\d+[:|\t ]\s*)?(import |from \S+ import|export |def |class |function |const |let |var |return\b|if \(|for \(|#include|package |public |private |@\w+|\}|\/\/|\/\*|\* )|[;{]\s*$/;

function looksLikeJson(text: string, sample: string): boolean {
  const last = text.slice(-64).trimEnd().slice(-1);
  return (last === '}' || last === ']') && (/"\s*:/.test(sample) || /^\s*\[\s*(["\d[{\]]|true|false|null|-)/.test(sample));
}

function looksLikeTable(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  for (const separator of ['\t', '|', ',', ';']) {
    const counts = lines.slice(0, 30).map((line) => line.split(separator).length - 1);
    const least = separator === ',' || separator === ';' ? 2 : 1;
    const usual = counts[0]!;
    if (usual >= least && counts.filter((count) => count === usual).length / counts.length > 0.85) return true;
  }
  return false;
}
