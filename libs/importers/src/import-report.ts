import { IMPORT_LIMITS } from './import-limits.ts';
import type { ImportIssue } from './import-format.ts';

/** How blocks of content are read: as now, or as earlier versions did, which left out those of types that they did not know. */
export type Reading = 'now' | 'former';

/** Collects the issues of an import. Lists are bounded, counts are not. */
export interface ImportReport {
  readonly reading: Reading;
  /** Returns what a block is read to, and notes where that may be another than what earlier versions read. */
  byReading<Read>(now: () => Read, former: () => Read): Read;
  /** Returns true where earlier versions may have read something otherwise. */
  mayDiffer(): boolean;
  skip(line: number, reason: string): void;
  warn(line: number, reason: string): void;
  unknownType(type: string): void;
  result(): { skipped: ImportIssue[]; skippedLines: number; warnings: ImportIssue[]; unknownTypes: Record<string, number> };
}

export function createImportReport(reading: Reading = 'now'): ImportReport {
  const skipped: ImportIssue[] = [];
  const warnings: ImportIssue[] = [];
  const unknown = new Map<string, number>();
  let skippedLines = 0;
  let mayDiffer = false;
  return {
    reading,
    byReading(now, former) {
      if (reading === 'former') return former();
      mayDiffer = true;
      return now();
    },
    mayDiffer: () => mayDiffer,
    skip(line, reason) {
      skippedLines += 1;
      if (skipped.length < IMPORT_LIMITS.listedIssues) skipped.push({ line, reason });
    },
    warn(line, reason) {
      if (warnings.length < IMPORT_LIMITS.listedIssues) warnings.push({ line, reason });
    },
    unknownType(type) {
      const known = unknown.has(type) || unknown.size < IMPORT_LIMITS.unknownTypes;
      const name = known ? type.slice(0, IMPORT_LIMITS.labelLength) : 'other';
      unknown.set(name, (unknown.get(name) ?? 0) + 1);
    },
    result: () => ({ skipped, skippedLines, warnings, unknownTypes: Object.fromEntries(unknown) }),
  };
}
