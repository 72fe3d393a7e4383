import { renderTable } from './render-table.ts';
import type { Style } from './terminal.ts';

export interface ExplainedHit {
  readonly score: number;
  readonly factors?: Readonly<Record<string, number>>;
}

/** Names of the multiplied factors in display order. All others are parts of the base, in standard deviations. */
const FACTORS = [
  'task',
  'supersession',
  'premise',
  'phase',
  'selfAssessment',
  'constraint',
  'cap',
  'recency',
  'frequency',
  'typePrior',
  'sensitivity',
  'forgetting',
  'lead',
  'successor',
] as const;
const SUMS = ['base', 'modifier', 'product'];

/**
 * Renders how each score was computed, one row per hit: the parts of the base and the base, then the factors and their
 * product. A column whose values are neutral for all hits (a part of 0, a factor of 1) is left out.
 */
export function renderFactors(hits: readonly ExplainedHit[], style: Style): string {
  const valueOf = (hit: ExplainedHit, name: string, neutral: number): number => hit.factors?.[name] ?? neutral;
  const tells = (name: string, neutral: number): boolean =>
    hits.some((hit) => valueOf(hit, name, neutral).toFixed(2) !== neutral.toFixed(2));
  const known = new Set<string>([...FACTORS, ...SUMS]);
  const parts = [...new Set(hits.flatMap((hit) => Object.keys(hit.factors ?? {})))].filter((name) => !known.has(name) && tells(name, 0));
  const factors = FACTORS.filter((name) => tells(name, 1));
  const columns = ['#', ...parts, '= base', ...factors.map((name) => `x ${name}`), ...(factors.length > 0 ? ['= product'] : []), 'score'];
  const rows = hits.map((hit, at) => [
    `${at + 1}`,
    ...parts.map((name) => valueOf(hit, name, 0).toFixed(2)),
    valueOf(hit, 'base', hit.score).toFixed(2),
    ...factors.map((name) => valueOf(hit, name, 1).toFixed(2)),
    ...(factors.length > 0 ? [valueOf(hit, 'product', 1).toFixed(3)] : []),
    hit.score.toFixed(3),
  ]);
  const table = renderTable(
    columns.map((title) => ({ title, align: 'right' })),
    rows,
    style,
  );
  return `${table}\n${style('dim', 'score = base + 1.5 x ln(product); parts of the base in deviations from the mean of the candidates')}`;
}
