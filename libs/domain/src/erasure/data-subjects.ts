import type { EventBody } from '../event/event-body.ts';
import { writtenFact } from '../fact/written-fact.ts';

/** Subjects of facts that are no name of anybody: they stand where whoever wrote a fact named nobody. */
const UNNAMED = new Set(['project', 'user']);

/**
 * Returns whom an event is about, for erasures and holds of a data subject: the label that its writer gave it, and the
 * subject of a fact that was written by hand. Labels are compared exactly.
 */
export function dataSubjects(body: Pick<EventBody, 'meta' | 'text'>): readonly string[] {
  const { subject } = body.meta;
  const written = writtenFact(body)?.subject;
  const ofFact = written === undefined || UNNAMED.has(written) ? [] : [written];
  return subject === undefined ? ofFact : [...new Set([subject, ...ofFact])];
}
