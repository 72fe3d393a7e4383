import { isRecord, type JsonRecord } from '../text/json-values.ts';

/** Adds up what rounds cost, field by field; of anything but numbers the last one counts. */
export function sumUsage(usages: readonly unknown[]): JsonRecord {
  const sum: Record<string, unknown> = {};
  for (const usage of usages.filter(isRecord))
    for (const [name, value] of Object.entries(usage)) {
      const before = sum[name];
      if (typeof value === 'number') sum[name] = (typeof before === 'number' ? before : 0) + value;
      else if (isRecord(value)) sum[name] = sumUsage([before, value]);
      else if (value !== null || before === undefined) sum[name] = value;
    }
  return sum;
}

/** Fields that say how large the prompt was and what of it was cached, in the APIs of all vendors. */
const OF_PROMPT = /^(?:input|prompt|cache)/;

/**
 * Joins the usage of rounds to that of the one answer that the caller gets: the prompt of the last round, and the sum of
 * all else. Agents read from it how full their context is, and each round's prompt holds that of the one before.
 */
export function joinUsage(usages: readonly unknown[]): JsonRecord {
  const rounds = usages.filter(isRecord);
  const sum: Record<string, unknown> = { ...sumUsage(rounds) };
  for (const name of Object.keys(sum).filter((field) => OF_PROMPT.test(field)))
    sum[name] = rounds.map((usage) => usage[name]).findLast((value) => value !== undefined && value !== null) ?? null;
  const last = rounds.findLast(({ total_tokens: total }) => typeof total === 'number');
  if (last) sum.total_tokens = numberIn(last, 'total_tokens') + outputIn(sum) - outputIn(last);
  return sum;
}

function outputIn(usage: JsonRecord): number {
  // Some gateways say both.
  return numberIn(usage, typeof usage.completion_tokens === 'number' ? 'completion_tokens' : 'output_tokens');
}

export function numberIn(record: unknown, field: string): number {
  const value = isRecord(record) ? record[field] : undefined;
  return typeof value === 'number' ? value : 0;
}
