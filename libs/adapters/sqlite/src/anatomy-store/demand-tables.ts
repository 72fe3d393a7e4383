import type { DatabaseSync } from 'node:sqlite';
import type { DemandBatch, DemandQuery, DemandStore } from '@total-recall/ports';
import type { DemandCounts, EvidenceUse, RecallReceived } from '@total-recall/domain';
import { NO_DEMAND } from '@total-recall/domain/for-threads';
import { inTransaction } from '../thread/open-database.ts';

export const DEMAND_STEP = `
  CREATE TABLE follower (name TEXT PRIMARY KEY, at_offset INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE turn (
    tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL, turn INTEGER NOT NULL, at INTEGER NOT NULL, by_model INTEGER NOT NULL,
    PRIMARY KEY (tenant, space, session, turn)) WITHOUT ROWID, STRICT;
  CREATE INDEX turn_by_time ON turn (at);
  CREATE TABLE received (
    tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL, retrieval_id TEXT NOT NULL, event_id TEXT NOT NULL,
    ordinal INTEGER NOT NULL, turn INTEGER NOT NULL, at INTEGER NOT NULL, evidence INTEGER NOT NULL,
    PRIMARY KEY (tenant, space, session, retrieval_id)) WITHOUT ROWID, STRICT;
  CREATE INDEX received_by_id ON received (tenant, space, retrieval_id);
  CREATE INDEX received_by_turn ON received (tenant, space, session, turn);
  CREATE INDEX received_by_time ON received (at);
  CREATE TABLE evidence_use (
    tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL, retrieval_id TEXT NOT NULL, event_id TEXT NOT NULL, kind TEXT NOT NULL,
    by_event_id TEXT NOT NULL, at INTEGER NOT NULL, after_events INTEGER NOT NULL, after_turns INTEGER NOT NULL,
    PRIMARY KEY (tenant, space, retrieval_id, event_id)) WITHOUT ROWID, STRICT;
  CREATE INDEX evidence_use_by_event ON evidence_use (tenant, space, event_id);
  CREATE INDEX evidence_use_by_time ON evidence_use (at);`;

/** Indexes by time, so that a count over a period reads only that period. */
export const DEMAND_BY_TIME_STEP = `
  CREATE INDEX turn_of_space_by_time ON turn (tenant, space, at);
  CREATE INDEX received_of_space_by_time ON received (tenant, space, at);`;

const RECEIVED = 'tenant, space, session, retrieval_id AS retrievalId, event_id AS eventId, ordinal, turn, at, evidence';
const USE =
  'tenant, space, session, retrieval_id AS retrievalId, event_id AS eventId, kind, by_event_id AS byEventId, at, after_events AS afterEvents, after_turns AS afterTurns';
const OF_SPACE = 'tenant = ? AND space = ?';

/** Handlers of the demand side of recall, in the same file as the analytics. They run in the store's thread. */
export type DemandHandlers = {
  demandAppend(batch: DemandBatch): void;
  demandProgress(follower: string): number;
  demandReceived(query: Parameters<DemandStore['receivedSince']>[0], limit: number): RecallReceived[];
  demandOutcomes(tenant: string, space: string, retrievalIds: readonly string[]): { received: RecallReceived[]; uses: EvidenceUse[] };
  demandUseCounts(tenant: string, space: string, eventIds: readonly string[]): [string, number][];
  demandCounts(query: DemandQuery): DemandCounts[];
};

export function demandHandlers(db: DatabaseSync): DemandHandlers {
  const progress = db.prepare('SELECT at_offset AS offset FROM follower WHERE name = ?');
  const since = db.prepare(
    `SELECT ${RECEIVED} FROM received WHERE ${OF_SPACE} AND session = ? AND turn >= ? ORDER BY ordinal DESC LIMIT ?`,
  );
  const among = '(SELECT value FROM json_each(?))';
  const receivedOf = db.prepare(`SELECT ${RECEIVED} FROM received WHERE ${OF_SPACE} AND retrieval_id IN ${among} ORDER BY ordinal`);
  const usesOf = db.prepare(`SELECT ${USE} FROM evidence_use WHERE ${OF_SPACE} AND retrieval_id IN ${among} ORDER BY at, event_id`);
  const useCounts = db.prepare(
    `SELECT event_id AS id, count(*) AS uses FROM evidence_use WHERE ${OF_SPACE} AND event_id IN ${among} GROUP BY event_id`,
  );
  return {
    demandAppend: createAppend(db),
    demandProgress: (follower) => (progress.get(follower) as { offset: number } | undefined)?.offset ?? -1,
    demandReceived: ({ tenant, space, session, fromTurn }, limit) =>
      plain<RecallReceived>(since.all(tenant, space, session, fromTurn, limit)).toReversed(),
    demandOutcomes(tenant, space, retrievalIds) {
      const ids = JSON.stringify(retrievalIds);
      return { received: plain(receivedOf.all(tenant, space, ids)), uses: plain(usesOf.all(tenant, space, ids)) };
    },
    demandUseCounts: (tenant, space, eventIds) =>
      plain<{ id: string; uses: number }>(useCounts.all(tenant, space, JSON.stringify(eventIds))).map(({ id, uses }) => [id, uses]),
    demandCounts: (query) => countDemand(db, query),
  };
}

/** Creates the deletion of older rows; the progress stays. */
export function deleteDemandBefore(db: DatabaseSync): (at: number) => number {
  const removals = ['turn', 'received', 'evidence_use'].map((table) => db.prepare(`DELETE FROM ${table} WHERE at < ?`));
  return (at) => removals.reduce((sum, removal) => sum + Number(removal.run(at).changes), 0);
}

function createAppend(db: DatabaseSync): DemandHandlers['demandAppend'] {
  const addTurn = db.prepare('INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING');
  const addReceived = db.prepare('INSERT INTO received VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING');
  const addUse = db.prepare('INSERT INTO evidence_use VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING');
  const move = db.prepare(
    'INSERT INTO follower VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at_offset = max(at_offset, excluded.at_offset)',
  );
  return ({ follower, offset, turns, received, uses }) =>
    inTransaction(db, () => {
      for (const { tenant, space, session, turn, at, byModel } of turns) addTurn.run(tenant, space, session, turn, at, byModel ? 1 : 0);
      for (const one of received)
        addReceived.run(one.tenant, one.space, one.session, one.retrievalId, one.eventId, one.ordinal, one.turn, one.at, one.evidence);
      for (const { tenant, space, session, ...use } of uses)
        addUse.run(tenant, space, session, use.retrievalId, use.eventId, use.kind, use.byEventId, use.at, use.afterEvents, use.afterTurns);
      move.run(follower, offset);
    });
}

/** Sums of each table with their names in the counts. */
const TURN_SUMS = 'count(*) AS turns, sum(by_model) AS modelTurns';
const RECEIVED_SUMS =
  "count(*) AS received, sum(evidence) AS evidence, count(DISTINCT session || '/' || turn) AS recallTurns, sum(used > 0) AS receivedUsed, sum(cited) AS cited, sum(exact) AS exact, sum(near) AS near";
const RECEIVED_WITH_USES = `(SELECT received.tenant, received.space, received.session, received.turn, received.at, received.evidence,
    count(evidence_use.kind) AS used, ifnull(sum(evidence_use.kind = 'cited'), 0) AS cited, ifnull(sum(evidence_use.kind = 'exact'), 0) AS exact,
    ifnull(sum(evidence_use.kind = 'near'), 0) AS near
  FROM received LEFT JOIN evidence_use USING (tenant, space, session, retrieval_id)
  WHERE received.tenant = :tenant AND received.space = :space AND received.at >= :from AND received.at < :to
  GROUP BY received.session, received.retrieval_id)`;
const RETRIEVAL_SUMS = `count(*) AS retrievals, sum(json ->> 'tokens') AS tokens, sum(ifnull(json ->> 'attempts', 0) > 0) AS escalated,
  sum(ifnull(json ->> 'outcome', '') = 'nothing_found') AS unanswered, ifnull(sum(json ->> 'completeness'), 0) AS completenessSum,
  count(json ->> 'completeness') AS completenessCount`;

const KEYS = { all: "'all'", session: 'session', day: "strftime('%Y-%m-%d', at / 1000, 'unixepoch')" } as const;

/**
 * Counts demand in groups. Reads one page of groups from each table; the first groups over all tables form the page.
 */
function countDemand(db: DatabaseSync, { tenant, space, session, from, to, by, limit, after }: DemandQuery): DemandCounts[] {
  const descending = by === 'day';
  const parameters = {
    tenant,
    space,
    session: session ?? null,
    from: from ?? Number.MIN_SAFE_INTEGER,
    to: to ?? Number.MAX_SAFE_INTEGER,
    after: after ?? null,
    limit,
  };
  const groups = new Map<string, DemandCounts>();
  const add = (sums: string, source: string, condition = '1'): void => {
    const sql = `SELECT ${KEYS[by]} AS key, ${sums} FROM ${source}
      WHERE tenant = :tenant AND space = :space AND ${condition} AND at >= :from AND at < :to AND (:session IS NULL OR session = :session)
      GROUP BY 1 HAVING key <> '' AND (:after IS NULL OR key ${descending ? '<' : '>'} :after)
      ORDER BY 1 ${descending ? 'DESC' : 'ASC'} LIMIT :limit`;
    for (const row of plain<DemandCounts>(db.prepare(sql).all(parameters)))
      groups.set(row.key, { ...NO_DEMAND, ...groups.get(row.key), ...row });
  };
  add(TURN_SUMS, 'turn');
  add(RECEIVED_SUMS, RECEIVED_WITH_USES);
  add(RETRIEVAL_SUMS, 'analytics', "kind = 'retrieval' AND json ->> 'pushed' IS NULL");
  return [...groups.values()].sort((a, b) => (a.key < b.key === descending ? 1 : -1)).slice(0, limit);
}

/** Copies rows to plain objects that can be posted to another thread. */
function plain<T>(rows: readonly unknown[]): T[] {
  return rows.map((row) => ({ ...(row as T) }));
}
