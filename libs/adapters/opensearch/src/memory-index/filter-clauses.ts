import { INDEX_LIMITS, type TextFilter } from '@total-recall/ports';

/** Builds clauses that must all hold from a filter. Names are passed as values of a query, never inside its text. */
export function filterClauses(scope: string, filter: TextFilter = {}): object[] {
  const { sessions, kinds, agents, taskIds, anyTaskOf, fromTime, toTime, withoutEvents } = filter;
  const clauses: object[] = [{ term: { scope } }];
  if (sessions) clauses.push({ terms: { session: sessions } });
  if (kinds) clauses.push({ terms: { kind: kinds } });
  if (agents) clauses.push({ terms: { agent: agents } });
  if (taskIds) {
    const tasks = { terms: { task: taskIds } };
    clauses.push(
      anyTaskOf === undefined ? tasks : { bool: { should: [tasks, { term: { session: anyTaskOf } }], minimum_should_match: 1 } },
    );
  }
  if (fromTime !== undefined || toTime !== undefined)
    clauses.push({
      range: { at: { ...(fromTime === undefined ? {} : { gte: fromTime }), ...(toTime === undefined ? {} : { lte: toTime }) } },
    });
  if (withoutEvents && withoutEvents.size > 0)
    clauses.push({ bool: { must_not: { terms: { event: [...withoutEvents].slice(0, INDEX_LIMITS.withoutEvents) } } } });
  return clauses;
}
