import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { median, quantiles, round } from '../measure/figures.ts';
import { anonymousMiB } from '../memory/anonymous-memory.ts';
import type { ServeProcess } from '../service/serve-process.ts';
import { OPERATIONS, type Taken } from './load.ts';

/** Columns of the series in order; a row is one step of the run. */
export const COLUMNS = [
  'minute',
  'anonymousMiB',
  'highestAnonymousMiB',
  'mainHeapMiB',
  'handles',
  'threads',
  'waitingRequests',
  'logQueuedRecords',
  'followerLagRecords',
  'embedBacklogRecords',
  'appendP95Ms',
  'recallP95Ms',
  'windowP95Ms',
  'openP95Ms',
  'calls',
  'refusedLoud',
  'otherAnswers',
  'processorSeconds',
  'loadAverage',
] as const;
export type Column = (typeof COLUMNS)[number];
export type Row = Readonly<Record<Column, number>>;

type Look = Pick<
  Row,
  | 'anonymousMiB'
  | 'mainHeapMiB'
  | 'handles'
  | 'threads'
  | 'waitingRequests'
  | 'logQueuedRecords'
  | 'followerLagRecords'
  | 'embedBacklogRecords'
>;

/** Gauges that are summed over their labels. */
const GAUGES = {
  mainHeapMiB: 'nodejs_heap_size_used_bytes',
  waitingRequests: 'total_recall_work_waiting_requests',
  logQueuedRecords: 'total_recall_log_queued_records',
  followerLagRecords: 'total_recall_log_follower_lag_records',
  embedBacklogRecords: 'total_recall_embed_backlog_records',
} as const;

/** Reads the present use of memory, handles and queues. */
export async function look({ pid, operationsUrl }: ServeProcess): Promise<Look> {
  const lines = (await (await fetch(`${operationsUrl}/metrics`)).text()).split('\n');
  const sum = (name: string): number =>
    lines
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
  const gauges = Object.fromEntries(Object.entries(GAUGES).map(([column, name]) => [column, sum(name)])) as Record<
    keyof typeof GAUGES,
    number
  >;
  return {
    ...gauges,
    mainHeapMiB: Math.round(gauges.mainHeapMiB / 2 ** 20),
    anonymousMiB: anonymousMiB(pid),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: Number(/^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]),
  };
}

/** Summarizes one step: medians of its readings, the highest memory, and the latencies of its calls. */
export function rowOf(
  minute: number,
  looks: readonly Look[],
  highestAnonymousMiB: number,
  { times, answers }: Taken,
  processorSeconds: number,
): Row {
  const middle = (column: keyof Look): number => median(looks.map((each) => each[column]));
  const p95 = Object.fromEntries(OPERATIONS.map((name) => [`${name}P95Ms`, quantiles(times[name]).p95]));
  const counted = (isMeant: (answer: string) => boolean): number =>
    [...answers].filter(([answer]) => isMeant(answer)).reduce((sum, [, count]) => sum + count, 0);
  return {
    ...(Object.fromEntries(Object.keys(looks[0]!).map((column) => [column, middle(column as keyof Look)])) as unknown as Look),
    ...(p95 as Pick<Row, 'appendP95Ms' | 'recallP95Ms' | 'windowP95Ms' | 'openP95Ms'>),
    minute: round(minute),
    highestAnonymousMiB,
    calls: counted((answer) => answer.endsWith(' 200')),
    refusedLoud: counted((answer) => answer === 'loud 429'),
    otherAnswers: counted((answer) => !answer.endsWith(' 200') && answer !== 'loud 429'),
    processorSeconds: round(processorSeconds),
    loadAverage: round(loadavg()[0]!),
  };
}

export function writeSeries(rows: readonly Row[]): string {
  return `${[COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))].map((cells) => cells.join(',')).join('\n')}\n`;
}

export function readSeries(text: string): Row[] {
  const [head, ...lines] = text.trim().split('\n');
  const columns = head!.split(',') as Column[];
  return lines.map((line) => {
    const cells = line.split(',').map(Number);
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]!])) as Row;
  });
}
