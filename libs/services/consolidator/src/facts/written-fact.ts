import { FACT_LABELS, type EventBody, type FactLabel, type StatedFact } from '@total-recall/domain';
import type { NewFact } from '@total-recall/ports';

/** Field of an event's metadata that says what fact its text is. */
const FIELD = 'fact';

/** Returns the metadata of an event that a person writes as a fact. */
export function writtenMeta({ label, subject, attribute, value, validFrom, validTo }: NewFact) {
  const fact = {
    label,
    subject,
    ...(attribute !== undefined && { attribute }),
    ...(value !== undefined && { value }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
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
