import type { ReplayResult } from '@total-recall/evaluation';
import { machineLine, type Machine } from '../service/describe-machine.ts';
import { duration, percent, plural, whole, windowName } from './format-number.ts';
import { renderTable, type Column } from './render-table.ts';
import type { Terminal } from './terminal.ts';
import { oneLine } from './text-width.ts';

export interface AboutRuns {
  readonly dataset: string;
  readonly sha256: string | null;
  readonly seed: number;
  readonly machine: Machine;
}

/** Adds the window size to the figures of a run. */
export function replayFigures(run: ReplayResult): ReplayResult & { readonly window: number } {
  return { window: run.config.windowTokens, ...run };
}

const right = (...titles: string[]): Column[] => titles.map((title) => ({ title, align: 'right' as const }));

/** Renders the runs side by side, one column per window size. */
export function renderReplayFigures(
  { dataset, sha256, seed, machine }: AboutRuns,
  runs: readonly ReplayResult[],
  { style }: Pick<Terminal, 'style'>,
): string {
  const row = (name: string, show: (run: ReplayResult) => string) => [name, ...runs.map(show)];
  const rows = [
    row('sessions', (run) => whole(run.sessions)),
    row('events', (run) => whole(run.events)),
    row('turns', (run) => whole(run.turns)),
    row('artifacts', (run) => whole(run.artifacts)),
    row('tokens in', (run) => whole(run.tokensIn)),
    row('tokens of the last windows', (run) => whole(run.tokensWindow)),
    row('compactions', (run) => whole(run.compactions)),
    row('markers', (run) => whole(run.markers)),
    row('windows', (run) => whole(run.windows)),
    row('windows over budget', (run) => whole(run.windowsOverBudget)),
    row('orphans', (run) => whole(run.orphans)),
    row('windows without a live request', (run) => whole(run.windowUse.withoutRequest)),
    row('guarded shrunk', (run) => whole(run.windowUse.guardedShrunk)),
    row('evicted without need', (run) => whole(run.windowUse.needless)),
    row('median use of compacted windows', (run) => percent(run.windowUse.medianUse)),
    row('its marker first, of two or more, by words', (run) => `${percent(run.markerTexts.firstByWords)} of ${whole(run.markerTexts.n)}`),
    row('the same by the query', (run) => percent(run.markerTexts.firstByQuery)),
    row(
      'the same of all evicted events, by words',
      (run) => `${percent(run.markerTexts.firstByWordsOfEvents)} of ${whole(run.markerTexts.events)}`,
    ),
    row('topics that most markers hold', (run) => percent(run.markerTexts.recurring)),
    row('invariant violations', (run) => whole(run.invariantViolations)),
    row('skipped lines', (run) => whole(run.skippedLines)),
    row('turns that would recall', (run) => percent(run.pullFrequency.ofTurns)),
    row('recall p50', (run) => duration(run.latencyMs.p50)),
    row('recall p95', (run) => duration(run.latencyMs.p95)),
    row('window p95', (run) => duration(run.assembleMs.p95)),
  ];
  const names = runs.map((run) => windowName(run.config.windowTokens));
  const wrong = runs.flatMap((run) => run.files.flatMap((file) => file.violations)).slice(0, 10);
  return [
    style('bold', `${oneLine(dataset)}, seed ${seed}`),
    renderTable([{ title: 'window' }, ...right(...names)], rows, style),
    renderTable(
      [{ title: 'probes' }, ...names.flatMap((name) => right(`${name}: n`, 'at once', 'two hops', 'false'))],
      probeRows(runs),
      style,
    ),
    ...(wrong.length > 0 ? [style('red', wrong.map(oneLine).join('\n'))] : []),
    style(
      'dim',
      `Data: ${sha256 === null ? 'generated' : `sha256 ${sha256}`}, ${plural(runs[0]!.n, 'file')}\nMachine: ${machineLine(machine)}`,
    ),
  ].join('\n\n');
}

function probeRows(runs: readonly ReplayResult[]): string[][] {
  const cells = (shares: ReplayResult['probes']['byKind']['hash']) => [
    whole(shares.n),
    percent(shares.hop1),
    percent(shares.hop2),
    percent(shares.falseRecall),
  ];
  const kinds = Object.keys(runs[0]!.probes.byKind) as (keyof ReplayResult['probes']['byKind'])[];
  return [
    ['exact strings', ...runs.flatMap((run) => cells(run.probes))],
    ...kinds
      .filter((kind) => runs.some((run) => run.probes.byKind[kind].n > 0))
      .map((kind) => [`  ${kind}`, ...runs.flatMap((run) => cells(run.probes.byKind[kind]))]),
  ];
}
