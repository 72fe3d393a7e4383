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
  'all-minilm-l6-v2-int8@afdb6f1a0e45/t128': {
    answer: {
      intercept: -5.7416,
      weights: {
        first: 1.3982,
        substance: 0.6972,
        missing: -3.4661,
        terms: -0.3889,
        apart: 0.3007,
        lead: 2.4191,
        late: 3.5005,
        cosine: 2.9881,
        ahead: 1.8418,
      },
    },
    hit: {
      intercept: -5.927,
      weights: {
        coverage: 1.2707,
        substance: 0.8613,
        missing: -1.2325,
        place: 2.6666,
        below: -2.2717,
        answer: 1.2835,
        late: 1.2819,
        cosine: 1.2998,
      },
    },
  },
};
