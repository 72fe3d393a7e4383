import { isOfWork } from './is-of-work.ts';
import type { Segment } from './prose-segments.ts';
import type { FactSource, StatedFact } from './stated-fact.ts';

const END_OF_SENTENCE = /[\s.!。！]+$/u;

/**
 * Returns the fact that an event declares by its kind, in whatever words: the first sentence of a decision, as reasons
 * follow it, and each sentence of a constraint. Nothing replaces it but a person, as its words name no attribute.
 */
export function declaredFacts(segment: Segment, source: FactSource): StatedFact[] {
  const isDeclared = source.kind === 'constraint' || (source.kind === 'decision' && segment.isFirst);
  const value = source.text.slice(segment.from, segment.to).replace(END_OF_SENTENCE, '');
  if (!isDeclared || value === '') return [];
  const about =
    source.kind === 'constraint' ? ({ label: 'feedback', kind: 'constraint' } as const) : ({ label: 'project', kind: 'decision' } as const);
  return [
    {
      ...about,
      subject: 'project',
      value,
      from: segment.from,
      to: segment.to,
      ...(about.label === 'feedback' && isOfWork(source.text.slice(segment.from, segment.to)) && { isOfWork: true }),
      ...(source.isUntimed === true && { untimedIn: source.session }),
    },
  ];
}
