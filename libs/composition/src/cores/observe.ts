import { decisionReason, type Violation } from '@total-recall/domain';
import type { ConsolidatorObserver } from '@total-recall/consolidator';
import type { ArchiveObserver, DemandObserver, EmbedObserver, IngestObserver } from '@total-recall/ingest';
import type { Logger, Metrics } from '@total-recall/observability';
import type { RecallVectors, RetrieverDeps } from '@total-recall/retriever';
import type { WorkObserver } from '@total-recall/runtime';
import type { CoresHooks } from './wiring.ts';

type OnViolation = (violation: Violation) => void;

/** Turns what ingest reports into metrics. Failures and broken invariants are also logged. */
export function observeIngest(
  metrics: Metrics,
  logger: Logger,
  now: () => number,
  { onViolation, onFailure }: Pick<CoresHooks, 'onViolation' | 'onFailure'> = {},
): IngestObserver {
  return {
    appended({ kinds, bytes, duplicates, none, redactions, seconds }) {
      metrics.ingestAppends.inc({ result: kinds.length > 0 || none > 0 ? 'accepted' : 'duplicate' });
      for (const kind of kinds) metrics.ingestEvents.inc({ kind });
      metrics.ingestEventBytes.inc(bytes);
      metrics.ingestBatchEvents.observe(kinds.length);
      metrics.ingestAppendSeconds.observe(seconds);
      if (duplicates > 0) metrics.ingestDuplicates.inc(duplicates);
      metrics.ingestReconciled.inc({ outcome: 'ADD' }, kinds.length);
      if (none > 0) metrics.ingestReconciled.inc({ outcome: 'NONE' }, none);
      for (const { rule, count, action } of redactions) metrics.ingestRedactions.inc({ rule, action }, count);
    },
    resumed({ partition, ...marks }) {
      for (const mark of ['folded', 'searchable'] as const)
        metrics.projectorMarkOffset.set({ partition: String(partition), mark }, marks[mark]);
    },
    logEndObserved: ({ partition, end }) => metrics.logEndOffset.set({ partition: String(partition) }, end),
    projected({ partition, records, offset, behind, seconds, oldestRecordedAt }) {
      const label = { partition: String(partition) };
      metrics.projectorFoldSeconds.observe(seconds);
      metrics.projectorFoldedEvents.inc({ result: 'accepted' }, records);
      metrics.projectorMarkOffset.set({ ...label, mark: 'folded' }, offset);
      metrics.projectorMarkOffset.set({ ...label, mark: 'searchable' }, offset);
      metrics.projectorLagSeconds.set(label, behind === 0 ? 0 : Math.max(0, now() - oldestRecordedAt) / 1_000);
    },
    decided({ result, trigger, reason = 'none', freedTokens = 0, evictedEvents = 0, seconds }) {
      metrics.compactionDecisions.inc({ result, reason, trigger });
      metrics.compactionDecisionSeconds.observe(seconds);
      metrics.compactionFreedTokens.inc(freedTokens);
      metrics.compactionEvictedEvents.inc(evictedEvents);
      if (evictedEvents > 0) metrics.compactionMarkers.inc({ origin: 'new' });
    },
    selfChecked({ probes, found }) {
      metrics.compactionSelfChecks.inc({ result: 'found' }, found);
      metrics.compactionSelfChecks.inc({ result: 'missed' }, probes - found);
    },
    violated(violation) {
      const { id, what } = violation;
      onViolation?.(violation);
      metrics.invariantViolations.inc({ id });
      logger.error({ invariant: id, what }, 'an invariant does not hold');
    },
    failed(where, error) {
      onFailure?.(error);
      logger.error({ where, err: error }, 'a background task failed');
    },
    setAside({ partition, fresh, total }) {
      metrics.projectorAside.set({ partition: String(partition) }, total);
      for (const { offset, eventId, reason } of fresh)
        logger.error({ partition, offset, eventId, reason }, 'a record cannot be worked off and is set aside; those after it go on');
    },
  };
}

/** Counts what windows and recall report, and logs what they go without. */
export function observeRetriever(metrics: Metrics, logger: Logger, onViolation?: OnViolation): RetrieverDeps['observer'] {
  return {
    assembled({ seconds, tokens, utilisation, stablePrefixShare }) {
      metrics.windowAssembleSeconds.observe(seconds);
      for (const [part, value] of Object.entries(tokens)) metrics.windowPartTokens.observe({ part }, value);
      metrics.windowUtilisation.observe(utilisation);
      if (stablePrefixShare !== null) metrics.windowStablePrefix.observe(stablePrefixShare);
    },
    overBudget: (part) => metrics.windowOverBudget.inc({ part }),
    foldedFromLog: () => metrics.windowFromLog.inc(),
    pushUnavailable: (error) => logger.warn({ err: error }, 'a window goes without the evidence it would push'),
    knowledgeUnavailable: (error) => logger.warn({ err: error }, 'a window goes without what is known, as it could not be read'),
    prefetchAsked: (result) => metrics.recallPrefetchRequests.inc({ result }),
    prefetchEnded: (end) => metrics.recallPrefetches.inc({ end }),
    prefetchFailed: (error) => logger.warn({ err: error }, 'a recall for a draft failed'),
    violated(violation) {
      const { id, what } = violation;
      onViolation?.(violation);
      metrics.invariantViolations.inc({ id });
      logger.error({ invariant: id, what }, 'an invariant does not hold');
    },
    recalled({ seconds, candidates, hits, tokens, completeness, confidence, outcome, escalated }) {
      metrics.recallSeconds.observe(seconds);
      metrics.recallCandidates.observe(candidates);
      metrics.recallHits.observe(hits);
      metrics.recallTokens.observe(tokens);
      if (hits === 0) metrics.recallEmpty.inc();
      metrics.recallConfidence.observe(confidence);
      metrics.recallOutcomes.inc({ outcome });
      for (const { reason, used } of escalated) metrics.recallEscalations.inc({ reason, result: used ? 'used' : 'dropped' });
      if (completeness !== null) metrics.recallCompleteness.set(completeness);
    },
  };
}

/** Counts the work that waits, runs or is refused at the gate that shares the process among tenants. */
export function observeWork(metrics: Metrics): WorkObserver {
  return {
    started: (kind, waitedSeconds) => metrics.workWaitSeconds.observe({ kind }, waitedSeconds),
    refused: (kind, reason) => metrics.workRefused.inc({ kind, reason }),
    counted(waiting, underWay) {
      metrics.workWaiting.set(waiting);
      metrics.workUnderWay.set(underWay);
    },
  };
}

/** Counts what the embed role has embedded and how far it is behind, and logs events without a vector. */
export function observeEmbedding(metrics: Metrics, logger: Logger, now: () => number): EmbedObserver {
  return {
    resumed: ({ partition, offset }) => metrics.projectorMarkOffset.set({ partition: String(partition), mark: 'embedded' }, offset),
    waiting: ({ partition, behind }) => metrics.embedBehind.set({ partition: String(partition) }, behind),
    embedded({ partition, lane, records, documents, offset, behind, oldestRecordedAt, seconds }) {
      const label = { partition: String(partition) };
      metrics.embedRecords.inc({ lane }, records);
      metrics.embedDocuments.inc({ result: 'embedded' }, documents);
      metrics.embedBatchSeconds.observe(seconds);
      metrics.embedBehind.set(label, behind);
      if (behind === 0 || oldestRecordedAt !== undefined)
        metrics.embedLagSeconds.set(label, behind === 0 ? 0 : Math.max(0, now() - oldestRecordedAt!) / 1_000);
      metrics.projectorMarkOffset.set({ ...label, mark: 'embedded' }, offset);
    },
    skipped(eventId, error) {
      metrics.embedDocuments.inc({ result: 'skipped' });
      logger.warn({ eventId, err: error }, 'no vector can be made of an event; it is found by its words alone');
    },
    failed: (reason) => metrics.embedFailures.inc({ reason }),
    overtaken: (reason) => metrics.embedOvertaken.inc({ reason }),
  };
}

/** Counts the turns and recalls that the demand role reads, and logs records that it passes over. */
export function observeDemand(metrics: Metrics, logger: Logger): DemandObserver {
  return {
    counted({ userTurns, modelTurns, recallTurns, evidence, uses }) {
      metrics.demandTurns.inc({ by: 'user' }, userTurns);
      metrics.demandTurns.inc({ by: 'model' }, modelTurns);
      metrics.demandRecallTurns.inc(recallTurns);
      metrics.demandEvidence.inc(evidence);
      for (const kind of uses) metrics.demandUses.inc({ kind });
    },
    skipped({ partition, offset, reason }) {
      metrics.demandSkipped.inc();
      logger.error({ partition, offset, reason }, 'a record cannot be counted for the demand of recall and is passed over');
    },
  };
}

/** Counts the chapters that the archive role stores, and shows how far it has come. */
export function observeArchive(metrics: Metrics): ArchiveObserver {
  return {
    resumed: ({ partition, offset }) => metrics.archiveOffset.set({ partition: String(partition) }, offset),
    archived({ partition, to, records, cut, storedBytes }) {
      metrics.archiveChapters.inc({ cut });
      metrics.archiveRecords.inc(records);
      metrics.archiveStoredBytes.inc(storedBytes);
      metrics.archiveOffset.set({ partition: String(partition) }, to);
    },
  };
}

/** Counts the outcomes of embedding queries, and logs failures. */
export function observeVectors(metrics: Metrics, logger: Logger): NonNullable<RecallVectors['observed']> {
  return (outcome, error) => {
    metrics.recallVectors.inc({ outcome });
    if (outcome === 'failed') logger.warn({ err: error }, 'a recall was answered without vectors');
  };
}

/** Counts the sweeps and decisions of consolidation, and logs each sweep. */
export function observeConsolidator(metrics: Metrics, logger: Logger): ConsolidatorObserver {
  return {
    swept({ events, added, confirmed, superseded, seconds }) {
      metrics.consolidatorEvents.inc(events);
      metrics.consolidatorSweepSeconds.observe(seconds);
      logger.debug({ events, added, confirmed, superseded, seconds }, 'a space is consolidated');
    },
    decided: (by, decision) => metrics.consolidatorDecisions.inc({ by, decision: decision.do, reason: decisionReason(decision) }),
    limitReached: (limit) => metrics.consolidatorLimited.inc({ limit }),
    counted({ visible, archived, unreachable }, spaces) {
      metrics.consolidatorUnits.set({ side: 'visible' }, visible);
      metrics.consolidatorUnits.set({ side: 'archived' }, archived);
      metrics.consolidatorUnits.set({ side: 'unreachable' }, unreachable);
      if (unreachable === 0) return;
      metrics.invariantViolations.inc({ id: 'I-09' });
      const what = 'archived units cannot be reached from any visible one';
      logger.error({ invariant: 'I-09', what, unreachable, spaces }, 'an invariant does not hold');
    },
    capacityReached({ tenant, space }, { facts, groups }) {
      metrics.limitsHit.inc({ limit: 'space_units' });
      logger.warn(
        { tenant, space, facts, groups },
        'a space has as many units as it may have; a sweep left facts out, or episodes, topics and insights',
      );
    },
    backlogObserved({ backlog, ageSeconds, overdueSeconds, digestAgeSeconds }) {
      metrics.consolidatorBacklog.set(backlog);
      metrics.consolidatorBacklogAge.set(ageSeconds);
      metrics.consolidatorOverdue.set(overdueSeconds);
      metrics.consolidatorDigestAge.set(digestAgeSeconds);
    },
    failed(where, error, place) {
      metrics.consolidatorFailures.inc();
      logger.error({ where, ...place, err: error }, 'a space could not be consolidated; the next round tries again');
    },
    refolded: (partition) =>
      logger.warn(
        { partition },
        'the units know entries that the ledger does not have, and are folded again from its beginning; where no earlier ledger was put back, its last entries are lost: put the newest copy back',
      ),
  };
}
