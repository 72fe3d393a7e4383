import { counter, gauge, histogram, type MetricDefinition } from './metric-definition.ts';

/** Metrics of the consolidator by their names in code; part of the inventory. */
export const CONSOLIDATION_METRICS = {
  consolidatorDecisions: counter(
    'total_recall_consolidator_decisions_total',
    'Decisions about units, by who decided (sweep, person, agent, model or reflection), what (add, confirm, supersede, tombstone, link, archive, split, merge, update, reflect or undo) and why: later_statement, ended, corrected, withheld (with its evidence), withdrawn (alone), covered, or none.',
    ['by', 'decision', 'reason'],
  ),
  consolidatorUnits: gauge(
    'total_recall_consolidator_units_count',
    'Units of the spaces that this process has swept: visible, archived, and unreachable (always 0, I-09).',
    ['side'],
  ),
  consolidatorLimited: counter(
    'total_recall_consolidator_searches_limited_total',
    'Searches of units that a limit left something out of: anchors, hops, links of a unit, candidates, found, bytes.',
    ['limit'],
  ),
  consolidatorEvents: counter('total_recall_consolidator_swept_events_total', 'Events that sweeps have read.'),
  consolidatorSweepSeconds: histogram(
    'total_recall_consolidator_sweep_seconds',
    'One sweep of a space that found events to read.',
    [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
  ),
  consolidatorBacklog: gauge(
    'total_recall_consolidator_backlog_events',
    'Events of owned spaces that no sweep has read yet, at the last look at all of them.',
  ),
  consolidatorBacklogAge: gauge(
    'total_recall_consolidator_backlog_age_seconds',
    'How long the space that waits longest has had events that no sweep has read.',
  ),
  consolidatorOverdue: gauge(
    'total_recall_consolidator_overdue_seconds',
    'By how much the latest sweep is past the time that its settings say; 0 where all are in time.',
  ),
  consolidatorDigestAge: gauge(
    'total_recall_consolidator_digest_age_seconds',
    'Age of the oldest digest that lacks news: time since the last sweep of a space with events that no sweep has read; 0 where all are up to date.',
  ),
  consolidatorFailures: counter(
    'total_recall_consolidator_failures_total',
    'Sweeps of a space that failed and are tried again at the next round.',
  ),

  consolidatorModelCalls: counter(
    'total_recall_consolidator_model_calls_total',
    'Questions to the language model, by stage and result: answered, or why there was nothing to judge.',
    ['stage', 'result'],
  ),
  consolidatorModelSeconds: histogram(
    'total_recall_consolidator_model_seconds',
    'One question to the language model, its repeats included.',
    [0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300],
    ['stage'],
  ),
  consolidatorModelTokens: counter(
    'total_recall_consolidator_model_used_tokens_total',
    'Tokens of questions (input) and answers (output), as the endpoint counts them, else estimated.',
    ['stage', 'direction'],
  ),
  consolidatorModelCost: counter(
    'total_recall_consolidator_model_cost_total',
    'What that cost by the prices that are set, in units of their currency.',
    ['stage'],
  ),
  consolidatorModelProposals: counter(
    'total_recall_consolidator_model_proposals_total',
    'Proposals of the language model, by what became of them: applied, known, or the one code of their refusal.',
    ['stage', 'outcome'],
  ),
  consolidatorModelSpent: counter(
    'total_recall_consolidator_model_spent_total',
    'Sweeps that left questions for a later one, by the budget that was used up.',
    ['budget'],
  ),
} as const satisfies Readonly<Record<string, MetricDefinition>>;
