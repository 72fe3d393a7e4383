import type { RecallOutcome } from '../recall-request.ts';
import { TEXT_CALIBRATION, VECTOR_CALIBRATIONS, type Calibration } from './calibration.ts';
import { answerFeatures, FIRST_HITS, hitFeatures } from './confidence-features.ts';
import { probabilityOf, type Features } from './logistic-model.ts';
import type { AskedTerms, EventEvidence } from './measure-evidence.ts';

/** Chances of an answer and of its hits, in the order of the ranking. */
export interface Judgement {
  readonly confidence: number;
  readonly features: Features;
  readonly hits: readonly JudgedHit[];
}

export interface JudgedHit {
  readonly eventId: string;
  readonly confidence: number;
  readonly features: Features;
}

/** At least this: the answer is given as one. Below the floor nothing is said to be found, though what was looked at is shown. */
export const ANSWERED_FROM = 0.5;
export const NOTHING_BELOW = 0.15;
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
 * What an answer is worth: the chance that right evidence is among its first five hits, and of each hit that it is right; a hit among
 * the first five is never likelier right than the answer. `ranked` best first. Source: R5, 000 §4.3.
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
  return { confidence, features, hits };
}

/**
 * `showsMarkers`: markers tell of the stretch that was asked about, in words that need not be those of the question. Such an answer is at least
 * `unsure`: a chance made of shared words says nothing of it.
 */
export function outcomeOf(confidence: number, hits: number, showsMarkers = false): RecallOutcome {
  if (hits === 0 || confidence < NOTHING_BELOW) return showsMarkers ? 'unsure' : 'nothing_found';
  return confidence < ANSWERED_FROM ? 'unsure' : 'answered';
}
