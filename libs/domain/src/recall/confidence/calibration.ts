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
    intercept: -3.8556,
    weights: {
      best: 1.2737,
      first: 1.4862,
      substance: 2.5655,
      missing: -2.7705,
      apart: 0.4436,
      lead: 2.0292,
    },
  },
  hit: {
    intercept: -5.029,
    weights: {
      coverage: 2.0163,
      substance: 1.6541,
      missing: -1.2607,
      place: 2.3264,
      below: -1.8827,
      answer: 0.7946,
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
