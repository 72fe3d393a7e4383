import type { Column, Row } from './series.ts';

interface Line {
  readonly column: Column;
  readonly name: string;
  readonly colour: string;
}

interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Limit that is drawn as a dashed line. */
  readonly bound?: { readonly at: number; readonly name: string };
}

const [WIDTH, PANEL_HEIGHT, LEFT, RIGHT, TOP, GAP] = [900, 150, 60, 170, 34, 56];
const [BLUE, ORANGE, GREEN, PURPLE] = ['#1f6fb4', '#c75b12', '#2a7f3f', '#7a4fa3'];
const GRID_LINES = 4;

/** Draws the series of a run as one picture: memory, handles, queues and the p95 of each operation over time. */
export function plotSeries(rows: readonly Row[], memoryMb: number): string {
  const panels: readonly Panel[] = [
    {
      title: 'Anonymous memory, MiB',
      bound: { at: memoryMb, name: `setting, ${memoryMb}` },
      lines: [
        { column: 'highestAnonymousMiB', name: 'highest of the step', colour: ORANGE },
        { column: 'anonymousMiB', name: 'median of the step', colour: BLUE },
        { column: 'mainHeapMiB', name: 'heap of the main thread', colour: GREEN },
      ],
    },
    {
      title: 'Handles',
      lines: [
        { column: 'handles', name: 'open files and sockets', colour: BLUE },
        { column: 'threads', name: 'threads', colour: ORANGE },
      ],
    },
    {
      title: 'Queues',
      lines: [
        { column: 'embedBacklogRecords', name: 'records without vectors', colour: BLUE },
        { column: 'followerLagRecords', name: 'records not worked off', colour: ORANGE },
        { column: 'logQueuedRecords', name: 'records not yet durable', colour: GREEN },
        { column: 'waitingRequests', name: 'requests that wait', colour: PURPLE },
      ],
    },
    {
      title: 'p95 of the ordinary tenants, ms',
      lines: [
        { column: 'recallP95Ms', name: 'recall', colour: BLUE },
        { column: 'windowP95Ms', name: 'window', colour: ORANGE },
        { column: 'appendP95Ms', name: 'append', colour: GREEN },
        { column: 'openP95Ms', name: 'open', colour: PURPLE },
      ],
    },
    {
      title: 'Load average of the machine, other work included',
      lines: [{ column: 'loadAverage', name: 'load average', colour: BLUE }],
    },
  ];
  const height = TOP + panels.length * (PANEL_HEIGHT + GAP) + 4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#333">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...panels.map((panel, at) => drawPanel(panel, rows, TOP + at * (PANEL_HEIGHT + GAP))),
    '</svg>',
    '',
  ].join('\n');
}

function drawPanel({ title, lines, bound }: Panel, rows: readonly Row[], top: number): string {
  const highest = Math.max(...rows.flatMap((row) => lines.map(({ column }) => row[column] || 0)), bound?.at ?? 0);
  const step = niceStep(highest / GRID_LINES);
  const most = Math.max(step, Math.ceil(highest / step) * step);
  const lastMinute = rows.at(-1)?.minute ?? 1;
  const right = WIDTH - RIGHT;
  const [x, y] = [
    (minute: number): number => LEFT + ((right - LEFT) * minute) / lastMinute,
    (value: number): number => top + PANEL_HEIGHT * (1 - value / most),
  ];
  const parts = [`<text x="${LEFT}" y="${top - 10}" font-size="14" font-weight="bold">${title}</text>`];
  for (let value = 0; value <= most + step / 2; value += step) {
    parts.push(`<line x1="${LEFT}" x2="${right}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="#e2e2e2"/>`);
    parts.push(
      `<text x="${LEFT - 8}" y="${at(y(value) + 4)}" text-anchor="end">${Number(value.toPrecision(3)).toLocaleString('en-US')}</text>`,
    );
  }
  const minutes = niceStep(lastMinute / 6);
  for (let minute = 0; minute <= lastMinute + 1e-9; minute += minutes)
    parts.push(
      `<text x="${at(x(minute))}" y="${top + PANEL_HEIGHT + 18}" text-anchor="middle">${Number(minute.toPrecision(3))} min</text>`,
    );
  if (bound) {
    parts.push(`<line x1="${LEFT}" x2="${right}" y1="${at(y(bound.at))}" y2="${at(y(bound.at))}" stroke="#888" stroke-dasharray="6 4"/>`);
    parts.push(`<text x="${right + 10}" y="${at(y(bound.at) + 4)}" fill="#666">${bound.name}</text>`);
  }
  for (const [place, { column, name, colour }] of lines.entries()) {
    const points = rows.filter((row) => Number.isFinite(row[column])).map((row) => `${at(x(row.minute))},${at(y(row[column]))}`);
    parts.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linejoin="round"/>`);
    const line = top + (bound ? 44 : 24) + place * 20;
    parts.push(`<line x1="${right + 10}" x2="${right + 26}" y1="${line}" y2="${line}" stroke="${colour}" stroke-width="3"/>`);
    parts.push(`<text x="${right + 32}" y="${line + 4}">${name}</text>`);
  }
  return parts.join('\n');
}

/** Returns the next larger number of the form 1, 2 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

function at(place: number): string {
  return place.toFixed(1);
}
