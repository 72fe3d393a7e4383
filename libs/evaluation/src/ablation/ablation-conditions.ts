/** Factors of the conditioning, by the names of its switches. */
export const ABLATED_FACTORS = [
  'premise',
  'supersession',
  'phase',
  'task',
  'selfAssessment',
  'constraints',
  'recency',
  'frequency',
  'typePrior',
] as const;
export type AblatedFactor = (typeof ABLATED_FACTORS)[number];

/** Everything on, one factor off, or none at all. Source: 002 §10.5. */
export type AblationCondition = 'full' | AblatedFactor | 'none';
export const ABLATION_CONDITIONS: readonly AblationCondition[] = ['full', ...ABLATED_FACTORS, 'none'];

/** What differs from the service's own configuration, as `RecallConfig` names it. */
export interface RecallVariant {
  readonly conditioning: Readonly<Partial<Record<AblatedFactor, boolean>>>;
}

export function variantOf(condition: AblationCondition): RecallVariant {
  if (condition === 'full') return { conditioning: {} };
  const off = condition === 'none' ? ABLATED_FACTORS : [condition];
  return { conditioning: Object.fromEntries(off.map((factor) => [factor, false])) };
}
