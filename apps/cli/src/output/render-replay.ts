import { markerText, type AssembledWindow } from '@total-recall/domain';
import { STRING_KINDS, type AskedProbe, type ReplayedSession, type ReplayFileResult, type ReplayResult } from '@total-recall/evaluation';
import type { ReplayInput } from '../service/recognise-sessions.ts';
import { duration, percent, plural, whole, windowName } from './format-number.ts';
import { renderAnatomy, windowParts } from './render-anatomy.ts';
import { renderTable, type Column } from './render-table.ts';
import type { Style, Terminal } from './terminal.ts';
import { skippedLines } from './skipped-lines.ts';
import { cutTo, oneLine } from './text-width.ts';

/** Figures of a replayed session that are kept after its file is done. */
export interface ReplayedRow {
  readonly file: string;
  readonly session: string;
  readonly events: number;
  readonly turns: number;
  readonly tokensIn: number;
  readonly compactions: number;
  readonly markers: readonly string[];
  readonly evictedEvents: number;
  readonly tokensWindow: number;
  readonly lastWindow?: Pick<AssembledWindow, 'tokens' | 'budgets' | 'turn'>;
}

export interface ReplayReport {
  readonly input: ReplayInput;
  readonly windowTokens: number;
  readonly results: readonly ReplayFileResult[];
  readonly rows: readonly ReplayedRow[];
  /** Result of the run; absent when it was interrupted. */
  readonly result?: ReplayResult;
  readonly tookMs: number;
  readonly keptIn?: string;
}

const MARKER_SESSIONS = 3;
const MARKERS_SHOWN = 8;
const PROBES_SHOWN = 5;
const MISSED_SHOWN = 10;

export function keepReplayed(file: ReplayFileResult, session: ReplayedSession): ReplayedRow {
  const { lastWindow, markers } = session;
  return {
    file: file.file,
    session: session.address.session,
    events: session.events,
    turns: session.turns,
    tokensIn: session.tokensIn,
    compactions: session.compactions,
    markers: markers.toSorted((a, b) => a.fromOrdinal - b.fromOrdinal).map((marker) => markerText(marker)),
    evictedEvents: markers.reduce((sum, marker) => sum + marker.eventCount, 0),
    tokensWindow: session.tokensWindow,
    ...(lastWindow && { lastWindow: { tokens: lastWindow.tokens, budgets: lastWindow.budgets, turn: lastWindow.turn } }),
  };
}

/** Renders the report for people. Text from sessions is stripped of anything that could affect the terminal. */
export function renderReplay(report: ReplayReport, terminal: Pick<Terminal, 'style' | 'width'>): string {
  const { style, width } = terminal;
  const sections = [
    renderTable(COLUMNS, tableRows(report), style),
    summary(report, style),
    trouble(report, style),
    markerSection(report.rows, style),
    anatomySection(report.rows, style, width),
    ...(report.result
      ? probeSections(report.result, style, width)
      : [style('yellow', 'Interrupted: sessions not reached and the probes summary are missing.')]),
    ending(report, style),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

const COLUMNS: readonly Column[] = [
  { title: 'session', max: 40 },
  { title: 'events', align: 'right' },
  { title: 'turns', align: 'right' },
  { title: 'tokens in', align: 'right' },
  { title: 'compactions', align: 'right' },
  { title: 'markers', align: 'right' },
  { title: 'last window', align: 'right' },
  { title: 'saved', align: 'right' },
];

function saved(tokensIn: number, tokensWindow: number): string {
  return tokensIn > 0 && tokensWindow < tokensIn ? percent(1 - tokensWindow / tokensIn) : '-';
}

function tableRows({ rows }: ReplayReport): string[][] {
  const line = (
    name: string,
    row: Pick<ReplayedRow, 'events' | 'turns' | 'tokensIn' | 'compactions' | 'tokensWindow'>,
    markers: number,
  ) => [
    name,
    whole(row.events),
    whole(row.turns),
    whole(row.tokensIn),
    whole(row.compactions),
    whole(markers),
    whole(row.tokensWindow),
    saved(row.tokensIn, row.tokensWindow),
  ];
  const lines = rows.map((row) => line(oneLine(row.session), row, row.markers.length));
  if (rows.length < 2) return lines;
  const sum = (pick: (row: ReplayedRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const all = {
    events: sum((row) => row.events),
    turns: sum((row) => row.turns),
    tokensIn: sum((row) => row.tokensIn),
    compactions: sum((row) => row.compactions),
    tokensWindow: sum((row) => row.tokensWindow),
  };
  return [
    ...lines,
    line(
      `all ${rows.length} sessions`,
      all,
      sum((row) => row.markers.length),
    ),
  ];
}

function summary({ rows, windowTokens }: ReplayReport, style: Style): string {
  const evicted = rows.reduce((sum, row) => sum + row.evictedEvents, 0);
  const window = `a window of ${windowName(windowTokens)} tokens`;
  if (evicted === 0) return `Every session fits into ${window}: nothing was evicted. Try a smaller one with --window 8K.`;
  return `In ${window} ${style('bold', plural(evicted, 'event'))} had to be evicted. A marker stands for each in the window, and the log keeps it.`;
}

/** Lists everything that went wrong, so that nothing fails silently. */
function trouble({ results, input }: ReplayReport, style: Style): string {
  const lines: string[] = [];
  const skipped = input.scanned.filter((file) => file.skippedLines > 0);
  if (skipped.length > 0) {
    const total = skipped.reduce((sum, file) => sum + file.skippedLines, 0);
    const listed = skipped.flatMap(({ name, skipped: issues }) => issues.map(({ line, reason }) => ({ file: name, line, reason })));
    lines.push(style('yellow', `${plural(total, 'line')} skipped:`), ...skippedLines(listed, total));
  }
  const sum = (pick: (result: ReplayFileResult) => number) => results.reduce((total, result) => total + pick(result), 0);
  const over = sum((result) => result.windowsOverBudget);
  const broken = sum((result) => result.invariantViolations);
  if (over > 0) lines.push(style('red', `${plural(over, 'window')} did not fit the budget.`));
  if (broken > 0) {
    lines.push(style('red', `${plural(broken, 'invariant violation')}: this is a bug in Total Recall.`));
    lines.push(
      ...results
        .flatMap((result) => result.violations)
        .slice(0, 5)
        .map((violation) => `  ${oneLine(violation)}`),
    );
  }
  const refused = new Map<string, number>();
  for (const result of results)
    for (const [code, count] of Object.entries(result.refused)) refused.set(code, (refused.get(code) ?? 0) + count);
  for (const [code, count] of refused) lines.push(style('red', `${plural(count, 'window')} refused: ${code}.`));
  return lines.join('\n');
}

function markerSection(rows: readonly ReplayedRow[], style: Style): string {
  const marked = rows.filter((row) => row.markers.length > 0).toSorted((a, b) => b.tokensIn - a.tokensIn);
  const shown = marked.length === 1 ? marked : marked.slice(0, MARKER_SESSIONS);
  return shown
    .map((row) => {
      const rest = row.markers.length - MARKERS_SHOWN;
      const texts = row.markers.slice(0, MARKERS_SHOWN).map((text) => `  ${style('cyan', oneLine(text))}`);
      return [
        style('bold', `Markers of ${oneLine(row.session)}`),
        ...texts,
        ...(rest > 0 ? [style('dim', `  and ${rest} more`)] : []),
      ].join('\n');
    })
    .join('\n\n');
}

function anatomySection(rows: readonly ReplayedRow[], style: Style, width: number): string {
  const largest = rows.filter((row) => row.lastWindow !== undefined).toSorted((a, b) => b.tokensIn - a.tokensIn)[0];
  if (!largest?.lastWindow) return '';
  const title = style(
    'bold',
    `The last window of ${oneLine(largest.session)} (turn ${largest.lastWindow.turn}): ${whole(largest.tokensWindow)} of ${whole(largest.lastWindow.budgets.window)} tokens`,
  );
  return `${title}\n${renderAnatomy(windowParts(largest.lastWindow), Math.min(width, 80), style)}`;
}

function probeSections(result: ReplayResult, style: Style, width: number): string[] {
  const { probes } = result;
  const kinds = Object.entries(probes.byKind).filter(([, shares]) => shares.n > 0);
  if (kinds.length === 0) return [];
  const line = (name: string, shares: Pick<typeof probes, 'n' | 'hop1' | 'hop2'>) => [
    name,
    whole(shares.n),
    percent(shares.hop1),
    percent(shares.hop2),
  ];
  const rows = [
    ...(probes.n > 0 ? [line('exact strings', probes)] : []),
    ...kinds.map(([kind, shares]) => line(isString(kind) ? `  ${kind}` : inWords(kind), shares)),
  ];
  const columns: Column[] = [
    { title: 'probe' },
    { title: 'n', align: 'right' },
    { title: 'found at once', align: 'right' },
    { title: 'with a second query', align: 'right' },
  ];
  const latency = `Recall took ${duration(result.latencyMs.p50)} (median), ${duration(result.latencyMs.p95)} (95th percentile).`;
  const found = `${style('bold', 'Is it found again?')} Strings from evicted events, asked for without naming them.\n${renderTable(columns, rows, style)}\n${latency}`;
  return [
    found,
    ...probeList('Slowest probes', result.slowest.slice(0, PROBES_SHOWN), style, width),
    ...missedList(result.missed, style, width),
  ];
}

/** Writes the name of a kind as a person reads it. */
function inWords(kind: string): string {
  return kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns true for the kinds that are exact strings together. */
function isString(kind: string): boolean {
  return (STRING_KINDS as readonly string[]).includes(kind);
}

function missedList(missed: readonly AskedProbe[], style: Style, width: number): string[] {
  if (missed.length === 0) return [style('green', 'No probe was missed.')];
  return probeList(`Missed probes (${missed.length})`, missed.slice(0, MISSED_SHOWN), style, width);
}

function probeList(title: string, probes: readonly AskedProbe[], style: Style, width: number): string[] {
  if (probes.length === 0) return [];
  const rows = probes.map((probe) => [
    duration(probe.slowestMs),
    inWords(probe.kind),
    cutTo(oneLine(probe.needle), 44),
    cutTo(oneLine(probe.query), Math.max(20, width - 80)),
  ]);
  return [
    `${style('bold', title)}\n${renderTable([{ title: 'took', align: 'right' }, { title: 'kind' }, { title: 'string' }, { title: 'asked as' }], rows, style)}`,
  ];
}

function ending({ tookMs, keptIn, rows }: ReplayReport, style: Style): string {
  const done = `${plural(rows.length, 'session')} in ${duration(tookMs)}, all on this machine.`;
  return style(
    'dim',
    keptIn === undefined
      ? `${done} The temporary memory was removed.`
      : `${done} To look around in it: total-recall serve --data-dir ${keptIn}`,
  );
}

/** Returns the report as one object with the field names of `eval replay`. */
export function replayJson({ input, windowTokens, results, rows, result, tookMs }: ReplayReport): object {
  const base = result ?? { files: results };
  return {
    dataset: input.name,
    sha256: input.sha256,
    complete: result !== undefined,
    windowTokens,
    tookMs: Math.round(tookMs),
    ...base,
    sessionRows: rows,
    problems: input.scanned.flatMap((file) => file.skipped.map(({ line, reason }) => ({ file: file.name, line, reason }))),
  };
}
