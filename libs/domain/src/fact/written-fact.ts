import type { EventBody } from '../event/event-body.ts';
import { FACT_LABELS, type FactLabel } from '../unit/unit.ts';
import type { StatedFact } from './stated-fact.ts';

/** Field of an event's metadata that says what fact its text is. */
const FIELD = 'fact';

/** Value of `by` in that field where an agent wrote it; absent where a person did. */
const AGENT = 'agent';

/** Returns the metadata of an event that a person, or an agent, writes as a fact. */
export function writtenMeta({
  label,
  subject,
  attribute,
  value,
  validFrom,
  validTo,
  byAgent,
}: Pick<StatedFact, 'label' | 'subject' | 'attribute' | 'value' | 'validFrom' | 'validTo'> & { readonly byAgent?: boolean }) {
  const fact = {
    label,
    subject,
    ...(attribute !== undefined && { attribute }),
    ...(value !== undefined && { value }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
    ...(byAgent && { by: AGENT }),
  };
  return { tags: ['remembered'], extra: { [FIELD]: fact } };
}

/** Reads the fact that an event was written as; undefined for every other event. The whole text is its sentence. */
export function writtenFact({ meta, text }: Pick<EventBody, 'meta' | 'text'>): StatedFact | undefined {
  const given = meta.extra?.[FIELD];
  if (typeof given !== 'object' || given === null || !meta.tags?.includes('remembered')) return undefined;
  const { label, subject, attribute, value, validFrom, validTo } = given as Readonly<Record<string, unknown>>;
  if (!FACT_LABELS.includes(label as FactLabel) || typeof subject !== 'string') return undefined;
  return {
    label: label as FactLabel,
    subject,
    kind: 'value',
    from: 0,
    to: text.length,
    ...(typeof attribute === 'string' && { attribute }),
    ...(typeof value === 'string' && { value }),
    ...(typeof validFrom === 'number' && { validFrom }),
    ...(typeof validTo === 'number' && { validTo }),
  };
}

/** Returns true for an event that an agent wrote as a fact. */
export function isWrittenByAgent({ meta }: Pick<EventBody, 'meta'>): boolean {
  return (meta.extra?.[FIELD] as { readonly by?: unknown } | null | undefined)?.by === AGENT;
}
