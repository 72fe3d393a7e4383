import { readFileSync } from 'node:fs';
import { ERROR_CODES, ERROR_REMEDIES, LIMITS, type ErrorCode } from '@total-recall/contracts';

const SOURCE = new URL('../libs/contracts/src/limits.ts', import.meta.url);

/** Renders every error code as a table in Markdown, by HTTP status, with what to do about it. */
export function renderErrorTable(): string {
  const codes = Object.entries(ERROR_CODES).toSorted(([, left], [, right]) => left.http - right.http);
  const rows = codes.map(
    ([code, { http, grpc, title, retryable }]) =>
      `| \`${code}\` | ${http} | ${grpc} | ${retryable ? 'yes' : ''} | ${title} | ${ERROR_REMEDIES[code as ErrorCode]} |`,
  );
  return ['| code | HTTP | gRPC | may be repeated unchanged | title | what to do |', '| --- | --: | --: | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/** Renders every limit as a table in Markdown, with what its comment in the source says. */
export function renderLimitTable(): string {
  const comments = readComments(readFileSync(SOURCE, 'utf8'));
  const rows = Object.entries(LIMITS).map(([name, value]) => `| \`${name}\` | ${amountOf(name, value)} | ${comments.get(name) ?? ''} |`);
  return ['| limit | value | what it bounds |', '| --- | --: | --- |', ...rows].join('\n');
}

function amountOf(name: string, value: number): string {
  for (const [unit, bytes] of [['MiB', 1024 * 1024] as const, ['KiB', 1024] as const])
    if (/bytes/i.test(name) && value % bytes === 0) return `${value / bytes} ${unit}`;
  return value.toLocaleString('en-US');
}

/** Reads the comment in front of each property. */
function readComments(source: string): Map<string, string> {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+):/g);
  return new Map([...found].map(([, comment, name]) => [name!, comment!.replace(/\s*\n\s*\*\s?/g, ' ').trim()]));
}
