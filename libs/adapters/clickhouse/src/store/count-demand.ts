import { NO_DEMAND, type DemandCounts } from '@total-recall/domain';
import type { DemandQuery } from '@total-recall/ports';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';

/** Sums of each table with their names in the counts. */
const TURN_SUMS = 'count() AS turns, countIf(by_model) AS modelTurns';
const RECEIVED_SUMS = `count() AS received, sum(evidence) AS evidence_, uniqExact(session, turn) AS recallTurns, countIf(used > 0) AS receivedUsed,
  sum(cited) AS cited_, sum(exact) AS exact_, sum(near) AS near_`;
const RECEIVED_WITH_USES = `(SELECT session, turn, at, evidence, used, cited, exact, near FROM
    (SELECT session, retrieval_id, turn, at, evidence FROM received FINAL WHERE tenant = {tenant:String} AND space = {space:String}) AS got
    LEFT JOIN
    (SELECT session, retrieval_id, count() AS used, countIf(kind = 'cited') AS cited, countIf(kind = 'exact') AS exact, countIf(kind = 'near') AS near
     FROM evidence_use FINAL WHERE tenant = {tenant:String} AND space = {space:String} GROUP BY session, retrieval_id) AS uses
    USING (session, retrieval_id))`;
const RETRIEVAL_SUMS = `count() AS retrievals, sum(tokens) AS tokens_, countIf(ifNull(attempts, 0) > 0) AS escalated,
  countIf(ifNull(outcome, '') = 'nothing_found') AS unanswered, sum(ifNull(completeness, 0)) AS completenessSum, count(completeness) AS completenessCount`;

const KEYS = { all: "'all'", session: 'session', day: 'toString(toDate(at))' } as const;
/** Latest time that a DateTime64 holds, in milliseconds. */
const LATEST_MS = 9_000_000_000_000;

/**
 * Counts demand in groups. Reads one page of groups from each table; the first groups over all tables form the page.
 */
export async function countDemand(connection: ClickhouseConnection, query: DemandQuery): Promise<DemandCounts[]> {
  const { tenant, space, session = '', from = 0, to = LATEST_MS, by, limit, after = '' } = query;
  const descending = by === 'day';
  const inTime = (at: number): number => Math.trunc(Math.min(LATEST_MS, Math.max(0, at)));
  const parameters = { tenant, space, session, from: inTime(from), to: inTime(to), limit, after };
  const ofSession = query.session === undefined ? '1' : 'session = {session:String}';
  const pastPage = query.after === undefined ? '1' : `key ${descending ? '<' : '>'} {after:String}`;
  const time = "at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')";
  const read = (sums: string, source: string, condition: string): Promise<Record<string, string | number>[]> =>
    connection.rows(
      `SELECT ${KEYS[by]} AS key, ${sums} FROM ${source} WHERE ${condition} AND ${time} AND ${ofSession}
       GROUP BY key HAVING key <> '' AND ${pastPage} ORDER BY key ${descending ? 'DESC' : 'ASC'} LIMIT {limit:UInt32}`,
      parameters,
    );
  const ofSpace = 'tenant = {tenant:String} AND space = {space:String}';
  const tables = await Promise.all([
    read(TURN_SUMS, 'turn FINAL', ofSpace),
    read(RECEIVED_SUMS, RECEIVED_WITH_USES, '1'),
    read(RETRIEVAL_SUMS, 'retrieval FINAL', `${ofSpace} AND NOT pushed`),
  ]);
  const groups = new Map<string, DemandCounts>();
  for (const row of tables.flat()) {
    // A sum named like its column has a trailing underscore, so that the plain name in a statement still means the
    // column.
    const sums = Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replace(/_$/, ''), value])) as unknown as DemandCounts;
    groups.set(sums.key, { ...NO_DEMAND, ...groups.get(sums.key), ...sums });
  }
  return [...groups.values()].sort((a, b) => (a.key < b.key === descending ? 1 : -1)).slice(0, limit);
}
