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

export function numberIn(record: unknown, field: string): number {
  const value = isRecord(record) ? record[field] : undefined;
  return typeof value === 'number' ? value : 0;
}
