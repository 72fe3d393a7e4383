import type { RecallOutcome } from '../recall-request.ts';
import { TEXT_CALIBRATION, VECTOR_CALIBRATIONS } from './calibration.ts';
import type { Calibration, OutcomeBounds, StoreKind } from './calibration-form.ts';
import { answerFeatures, FIRST_HITS, hitFeatures } from './confidence-features.ts';
import { probabilityOf, type Features } from './logistic-model.ts';
import type { AskedTerms, EventEvidence } from './measure-evidence.ts';

/** Chances of an answer and of its hits, in the order of the ranking. */
export interface Judgement {
  readonly confidence: number;
  readonly features: Features;
  readonly hits: readonly JudgedHit[];
  /** From where on such an answer is given as one, and below which nothing is said to be found. */
  readonly bounds: OutcomeBounds;
}

export interface JudgedHit {
  readonly eventId: string;
  readonly confidence: number;
  readonly features: Features;
}

/** Share of tool output among the best hits from which on tools are at work. */
const WORK_FROM = 0.05;
/** Below this, other queries are tried. */
export const ESCALATE_BELOW = 0.3;

/** Whether constants were fitted for vectors of this model, or for text alone where it is none. */
export function isCalibrated(model: string | undefined): boolean {
  return model === undefined || VECTOR_CALIBRATIONS[model] !== undefined;
}

/** The constants for a store with vectors of `model`, those for text where there is none or it was never calibrated. */
export function calibrationFor(model: string | undefined): Calibration {
  return (model === undefined ? undefined : VECTOR_CALIBRATIONS[model]) ?? TEXT_CALIBRATION;
}

/**
 * What an answer is worth: the chance that what is packed of it holds what was asked for, and of each hit that it is right; a hit among
 * the first five is never likelier right than the answer. What counts as an answer differs between talk and work with tools. `ranked` best first. Source: R5, 000 §4.3.
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

/** A space in which tools are at work, by the best hits of the query. */
export function storeKindOf({ tools = 0 }: Features): StoreKind {
  return tools >= WORK_FROM ? 'work' : 'talk';
}

/**
 * `isNear`: what is shown is known to be about what was asked for, in words or places that the chance is not made of. Such an answer is at least
 * `unsure`.
 */
export function outcomeOf({ confidence, bounds }: Pick<Judgement, 'confidence' | 'bounds'>, hits: number, isNear = false): RecallOutcome {
  if (hits === 0 || confidence < bounds.nothingBelow) return isNear ? 'unsure' : 'nothing_found';
  return confidence < bounds.answeredFrom ? 'unsure' : 'answered';
}
