import type { ConfidenceReport, Reliability } from '@total-recall/evaluation';
import { duration, percent, plural, whole } from './format-number.ts';
import { renderTable } from './render-table.ts';
import type { Terminal } from './terminal.ts';

const BAR_CELLS = 30;

/**
 * Renders the reliability diagram. Each row has the stated confidence as a mark and the share of right answers as a
 * bar; they agree when the bar ends at the mark.
 */
export function renderConfidence(report: ConfidenceReport, { style }: Pick<Terminal, 'style'>): string {
  const { outcomes, escalation } = report;
  const number = (value: number | null): string => (value === null ? '-' : value.toFixed(3));
  const told = Object.entries(outcomes).map(([outcome, { answerable, unanswerable, right }]) => [
    outcome.replace('_', ' '),
    whole(answerable),
    whole(unanswerable),
    whole(right),
  ]);
  const tried = Object.entries(escalation.byReason).map(([reason, count]) => `${reason.replace('_', ' ')} ${count}`);
  return [
    style(
      'bold',
      `Confidence of ${plural(report.n, 'answer')}: ${whole(report.answerable)} to questions that the store can answer, ${whole(report.unanswerable)} to others`,
    ),
    `Told apart by confidence: area under the curve ${number(report.auc)} (${whole(report.marked)} others so marked by the data, ${whole(report.strangers)} asked of a store that cannot know).\nMean error of calibration ${number(report.ece)}, Brier ${number(report.brier)}; of single hits ${number(report.hits.ece)}, ${number(report.hits.brier)}.`,
    reliabilityTable(report, style),
    renderTable(
      [{ title: 'outcome' }, ...['answerable', 'others', 'right evidence in five'].map((title) => ({ title, align: 'right' as const }))],
      told,
      style,
    ),
    `Tried again: ${whole(escalation.escalated)} of ${plural(escalation.asked, 'recall')}, ${whole(escalation.used)} with a better answer${tried.length === 0 ? '' : ` (${tried.join(', ')})`}${escalation.escalated === 0 ? '' : `; ${duration(escalation.latencyMs.p50)} median, ${duration(escalation.latencyMs.p95)} 95th percentile`}.`,
  ].join('\n\n');
}

function reliabilityTable({ bins }: Reliability, style: Terminal['style']): string {
  const rows = bins.map(({ from, to, n, meanConfidence, shareRight }) => [
    `${from.toFixed(1)} - ${to.toFixed(1)}`,
    whole(n),
    percent(meanConfidence),
    percent(shareRight),
    bar(meanConfidence, shareRight),
  ]);
  const right = (title: string) => ({ title, align: 'right' as const });
  return renderTable(
    [{ title: 'confidence' }, right('n'), right('mean'), right('right'), { title: 'right, and | where it should be' }],
    rows,
    style,
  );
}

function bar(said: number | null, right: number | null): string {
  if (said === null || right === null) return '';
  const mark = Math.min(BAR_CELLS - 1, Math.round(said * BAR_CELLS));
  const cells = Array.from({ length: BAR_CELLS }, (_, at) => (at === mark ? '|' : at < Math.round(right * BAR_CELLS) ? '=' : ' '));
  return cells.join('').trimEnd();
}
