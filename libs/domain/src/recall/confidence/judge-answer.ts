import type { RecallOutcome } from '../recall-request.ts';
import { TEXT_CALIBRATION, VECTOR_CALIBRATIONS } from './calibration.ts';
import type { Calibration, OutcomeBounds, StoreKind } from './calibration-form.ts';
import { answerFeatures, FIRST_HITS, hitFeatures } from './confidence-features.ts';
import { probabilityOf, type Features } from './logistic-model.ts';
import type { AskedTerms, EventEvidence } from './measure-evidence.ts';

/** Probabilities of an answer and of its hits, in the order of the ranking. */
export interface Judgement {
  readonly confidence: number;
  readonly features: Features;
  readonly hits: readonly JudgedHit[];
  /** Bounds that decide the outcome. */
  readonly bounds: OutcomeBounds;
}

export interface JudgedHit {
  readonly eventId: string;
  readonly confidence: number;
  readonly features: Features;
}

/** Share of tool output among the best hits from which a space counts as work. */
const WORK_FROM = 0.05;
/** Confidence below which further queries are tried. */
export const ESCALATE_BELOW = 0.3;

/** Returns true when constants were fitted for vectors of this model, or no model is given. */
export function isCalibrated(model: string | undefined): boolean {
  return model === undefined || VECTOR_CALIBRATIONS[model] !== undefined;
}

/**
 * Returns the constants for vectors of `model`, or those for text where there is no model or it was never calibrated.
 */
export function calibrationFor(model: string | undefined): Calibration {
  return (model === undefined ? undefined : VECTOR_CALIBRATIONS[model]) ?? TEXT_CALIBRATION;
}

/**
 * Estimates confidence: the probability that the packed answer holds what was asked, and for each hit that it is right.
 * A hit among the first five is never likelier right than the answer. The bounds of outcomes differ between talk and
 * work. `ranked` is best first. Source: R5, 000 §4.3.
 */
export function judgeAnswer(asked: AskedTerms, ranked: readonly EventEvidence[], calibration: Calibration): Judgement {
  const features = answerFeatures(asked, ranked);
  const confidence = ranked.length === 0 ? 0 : probabilityOf(calibration.answer, features);
  const top = ranked[0]?.score ?? 0;
  const hits = ranked.map((hit, at): JudgedHit => {
    const own = hitFeatures(asked, hit, { place: at + 1, top, answer: confidence });
    const chance = probabilityOf(calibration.hit, own);
    return { eventId: hit.eventId, confidence: at < FIRST_HITS ? Math.min(chance, confidence) : chance, features: own };
  });
  return { confidence, features, hits, bounds: calibration.outcomes[storeKindOf(features)] };
}

/** Probability of what is right by its place and time, as words and vectors cannot tell. */
const KNOWN_RIGHT = 0.9;

/** Raises a judgement where some of its first hits are known to be what was asked for. */
export function knownRight(judgement: Judgement, eventIds: ReadonlySet<string>): Judgement {
  if (!judgement.hits.slice(0, FIRST_HITS).some(({ eventId }) => eventIds.has(eventId))) return judgement;
  return {
    ...judgement,
    confidence: Math.max(judgement.confidence, KNOWN_RIGHT),
    hits: judgement.hits.map((hit) => (eventIds.has(hit.eventId) ? { ...hit, confidence: Math.max(hit.confidence, KNOWN_RIGHT) } : hit)),
  };
}

/** Lowers a judgement below what counts as answered, where what was found tells of something else than was asked. */
export function atMostUnsure(judgement: Judgement): Judgement {
  const most = (judgement.bounds.answeredFrom + judgement.bounds.nothingBelow) / 2;
  if (judgement.confidence <= most) return judgement;
  return {
    ...judgement,
    confidence: most,
    hits: judgement.hits.map((hit) => ({ ...hit, confidence: Math.min(hit.confidence, most) })),
  };
}

/** Classifies a space by the best hits of the query. */
export function storeKindOf({ tools = 0 }: Features): StoreKind {
  return tools >= WORK_FROM ? 'work' : 'talk';
}

/**
 * Chooses the outcome. `isNear`: the shown text is known to be about the question, by words or places that the
 * confidence does not cover; the outcome is then at least `unsure`.
 */
export function outcomeOf({ confidence, bounds }: Pick<Judgement, 'confidence' | 'bounds'>, hits: number, isNear = false): RecallOutcome {
  if (hits === 0 || confidence < bounds.nothingBelow) return isNear ? 'unsure' : 'nothing_found';
  return confidence < bounds.answeredFrom ? 'unsure' : 'answered';
}
