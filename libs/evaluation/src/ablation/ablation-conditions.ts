/** Factors that are on by default, by the names of their switches. */
export const ABLATED_FACTORS = ['premise', 'supersession', 'phase', 'task', 'selfAssessment', 'constraints'] as const;
export type AblatedFactor = (typeof ABLATED_FACTORS)[number];

/** Factors that are off by default; each is asked with it switched on. */
export const ADDED_FACTORS = ['recency', 'frequency', 'typePrior'] as const;
export type AddedFactor = (typeof ADDED_FACTORS)[number];

/** Configuration under test: the service's own, one factor off or on, or no factor at all. Source: 002 §10.5. */
export type AblationCondition = 'full' | AblatedFactor | AddedFactor | 'none';
export const ABLATION_CONDITIONS: readonly AblationCondition[] = ['full', ...ABLATED_FACTORS, ...ADDED_FACTORS, 'none'];

/** Differences from the service's own configuration, named as in `RecallConfig`. */
export interface RecallVariant {
  readonly conditioning: Readonly<Partial<Record<AblatedFactor | AddedFactor, boolean>>>;
}

export function variantOf(condition: AblationCondition): RecallVariant {
  if (condition === 'full') return { conditioning: {} };
  if (condition === 'none') return { conditioning: Object.fromEntries(ABLATED_FACTORS.map((factor) => [factor, false])) };
  return { conditioning: { [condition]: isAdded(condition) } };
}

/** Names the condition in words. */
export function conditionName(condition: AblationCondition): string {
  if (condition === 'full' || condition === 'none') return condition;
  return `${isAdded(condition) ? 'with' : 'without'} ${condition}`;
}

function isAdded(condition: AblationCondition): boolean {
  return (ADDED_FACTORS as readonly string[]).includes(condition);
}
