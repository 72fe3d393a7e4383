import type { LogisticModel } from './logistic-model.ts';

/** What a chance is made of: for the answer that right evidence is among its first five hits, for a hit that it is right. */
export interface Calibration {
  readonly answer: LogisticModel;
  readonly hit: LogisticModel;
}

// Written by `npm run calibrate`, from generated conversations alone; run it again where ranking or features change.

/** Where text alone takes part. */
export const TEXT_CALIBRATION: Calibration = {
  answer: {
    intercept: -3.9142,
    weights: {
      best: 1.2126,
      first: 1.4626,
      substance: 2.5301,
      missing: -2.7589,
      apart: 0.5242,
      lead: 2.1314,
    },
  },
  hit: {
    intercept: -5.0089,
    weights: {
      coverage: 2.0227,
      substance: 1.6635,
      missing: -1.2656,
      place: 2.2902,
      below: -1.8685,
      answer: 0.8038,
    },
  },
};

/** By the model of the vectors. */
export const VECTOR_CALIBRATIONS: Readonly<Record<string, Calibration>> = {
  'all-minilm-l6-v2-int8@afdb6f1a0e45/in-context/t128-3c8c129b': {
    answer: {
      intercept: -5.6422,
      weights: {
        best: 0.2764,
        first: 1.0348,
        substance: 0.1847,
        missing: -2.989,
        apart: 1.1764,
        lead: 2.0221,
        late: 2.9633,
        cosine: 3.7884,
        ahead: 0.8269,
      },
    },
    hit: {
      intercept: -5.7253,
      weights: {
        coverage: 1.3853,
        substance: 1.0272,
        missing: -1.1176,
        place: 2.4753,
        below: -2.2154,
        answer: 1.1019,
        late: 1.0923,
        cosine: 1.6268,
      },
    },
  },
};
