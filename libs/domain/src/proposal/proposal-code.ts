/**
 * Reason why a proposal of a model was not carried out; each has exactly one. Those of facts are told by the same codes
 * as those of edits. Source: 003 C.5.
 */
export const PROPOSAL_CODES = [
  /** The answer is no JSON. */
  'JSON_PARSE_FAIL',
  /** It is JSON of another shape, or more than may be asked for at once. */
  'SCHEMA_FAIL',
  /** The model is not sure enough. */
  'LOW_CONF',
  /** It names something that it was not given. */
  'MISSING_ID',
  /** Words that do not stand there, or units that do not go together. */
  'NORM_FILTER',
  /** It concerns what is withheld, what recall returned, or what others do not see. */
  'VISIBILITY_FAIL',
  /** Too few units, or too many. */
  'ARITY_FAIL',
  /** The units are not alike enough. */
  'COH_FAIL',
  /** It does not hold for the units as they stand: they are not current, a person decided, or the order in time is wrong. */
  'APPLICABLE_FAIL',
  /** An earlier edit of the same run changed one of its units. */
  'TOUCHED_CONFLICT',
  /** The plan of an edit breaks its rules. */
  'PLAN_VALIDATION_FAIL',
] as const;
export type ProposalCode = (typeof PROPOSAL_CODES)[number];

/** Least confidence of a proposal that is carried out. Source: 003 C.2. */
export const LEAST_CONFIDENCE = 0.9;

/** Questions to a model: facts of events, which facts others replace, and edits of what is known. */
export const MODEL_STAGES = ['extract', 'reconcile', 'edit'] as const;
export type ModelStage = (typeof MODEL_STAGES)[number];

/** One proposal and what became of it, without any words: `targets` are ids that the service gave. */
export interface JudgedProposal {
  readonly proposes: 'fact' | 'update' | 'delete' | 'split' | 'merge' | 'edit';
  readonly targets: readonly string[];
  readonly confidence?: number;
  /** `known`: what it says is known already. */
  readonly outcome: 'applied' | 'known' | ProposalCode;
}
