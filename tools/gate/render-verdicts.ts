import type { GateVerdict } from '@total-recall/evaluation';

const percent = (share: number | undefined): string => (share === undefined ? '-' : `${(share * 100).toFixed(1)} %`);

/** Renders one line per figure: the accepted value, the measured value, the allowed fall, and the verdict. */
export function renderVerdicts(mode: string, verdicts: readonly GateVerdict[]): string {
  const rows = verdicts.map(({ name, verdict, accepted, measured }) => [
    verdict === 'holds' || verdict === 'better' ? 'ok  ' : 'FAIL',
    name,
    percent(accepted?.value),
    percent(measured?.value),
    `${(measured ?? accepted)?.better === 'lower' ? '+' : '-'}${percent((accepted ?? measured)?.tolerance)}`,
    String((measured ?? accepted)?.n ?? ''),
    verdict,
  ]);
  const table = [['', `with ${mode}`, 'accepted', 'measured', 'allowed', 'n', ''], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: string[]) => row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return table.map((row) => line(row).trimEnd()).join('\n');
}
