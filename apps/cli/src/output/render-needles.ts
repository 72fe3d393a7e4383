import type { NeedlesResult, Share } from '@total-recall/evaluation';
import { machineLine, type Machine } from '../service/describe-machine.ts';
import { duration, percent, plural, whole } from './format-number.ts';
import { renderTable, type Column } from './render-table.ts';
import type { Terminal } from './terminal.ts';
import { oneLine } from './text-width.ts';

/**
 * Returns the result with shares as fractions of 1 and their intervals beside them. `cycles` is the smallest number of
 * any session.
 */
export function needlesJson(result: NeedlesResult, machine: Machine): object {
  const { 'recall@10': recallAt10, hop1, hop2, falseRecall, truncation, cycles, byType, byCycle, ...rest } = result;
  const groups = (by: Readonly<Record<string, NeedlesResult['byType']['hash']>>) =>
    Object.fromEntries(Object.entries(by).map(([name, shares]) => [name, shares && plain(shares)]));
  return {
    ...rest,
    'recall@10': recallAt10.mean,
    hop1: hop1.mean,
    hop2: hop2.mean,
    falseRecall: falseRecall.all.mean,
    cycles: cycles.fewest,
    truncation: truncation.mean,
    intervals: {
      'recall@10': recallAt10.interval,
      hop1: hop1.interval,
      hop2: hop2.interval,
      falseRecall: falseRecall.all.interval,
      truncation: truncation.interval,
    },
    falseRecallByKind: {
      planted: { n: falseRecall.planted.n, share: falseRecall.planted.mean },
      neverPlanted: { n: falseRecall.neverPlanted.n, share: falseRecall.neverPlanted.mean },
    },
    cycleCounts: cycles,
    byType: groups(byType),
    byCycle: groups(byCycle),
    machine,
  };
}

type Shares = NonNullable<NeedlesResult['byType']['hash']>;

function plain({ n, recallAt10, hop1, hop2, truncation }: Shares): object {
  return { n, 'recall@10': recallAt10.mean, hop1: hop1.mean, hop2: hop2.mean, truncation: truncation.mean };
}

export function renderNeedles(result: NeedlesResult, machine: Machine, { style }: Pick<Terminal, 'style'>): string {
  const figures: [string, Share][] = [
    ['recall@10', result['recall@10']],
    ['found at once', result.hop1],
    ['within two hops', result.hop2],
    ['false recall', result.falseRecall.all],
    ['truncation, same run', result.truncation],
    ['not in the window when asked', result.pullFrequency.ofQuestions],
  ];
  const figureRows = figures.map(([name, share]) => [
    name,
    whole(share.n),
    percent(share.mean),
    share.interval ? `${percent(share.interval.low)} to ${percent(share.interval.high)}` : '-',
  ]);
  const right = (...titles: string[]): Column[] => titles.map((title) => ({ title, align: 'right' as const }));
  const groupRows = (by: Readonly<Record<string, Shares | undefined>>) =>
    Object.entries(by).flatMap(([name, shares]) =>
      shares
        ? [
            [
              name,
              whole(shares.n),
              percent(shares.recallAt10.mean),
              percent(shares.hop1.mean),
              percent(shares.hop2.mean),
              percent(shares.truncation.mean),
            ],
          ]
        : [],
    );
  const columns = (title: string): Column[] => [{ title }, ...right('n', 'recall@10', 'at once', 'two hops', 'truncation')];
  const { cycles, latencyMs } = result;
  return [
    style('bold', `${result.dataset}: ${plural(result.n, 'needle')}, seed ${result.seed}`),
    renderTable([{ title: 'figure' }, ...right('n', 'share', '95 % interval')], figureRows, style),
    renderTable(columns('type'), groupRows(result.byType), style),
    renderTable(columns('cycle'), groupRows(result.byCycle), style),
    `Compactions: ${cycles.done} in all, at least ${cycles.fewest} a session; ${cycles.askedDone} of ${cycles.asked} that were asked for. Recall: ${duration(latencyMs.p50)} median, ${duration(latencyMs.p95)} 95th percentile.`,
    ...(result.missed.length === 0
      ? []
      : [
          style('bold', 'Missed'),
          renderTable(
            [{ title: 'type' }, { title: 'needle', max: 50 }, { title: 'asked as', max: 60 }],
            result.missed.slice(0, 10).map((miss) => [miss.type, oneLine(miss.value), oneLine(miss.query)]),
            style,
          ),
        ]),
    style('dim', `Configuration: ${JSON.stringify(result.config)}\nMachine: ${machineLine(machine)}`),
  ].join('\n\n');
}
