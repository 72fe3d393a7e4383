import type { Calibration } from './calibration-form.ts';

// Written by `npm run calibrate`, from data of the project's own alone; run it again where ranking or features change.

/** Constants where only text takes part. */
export const TEXT_CALIBRATION: Calibration = {
  answer: {
    intercept: -3.4392,
    weights: {
      best: 1.3587,
      first: 1.5584,
      together: 0.7162,
      substance: 2.505,
      unseen: -0.4221,
      missing: -0.4017,
      apart: 1.351,
      lead: 0.2355,
      timed: 1.0282,
      tools: 1.309,
      size: -2.372,
    },
  },
  hit: {
    intercept: -5.3887,
    weights: {
      coverage: 2.2286,
      substance: 1.4701,
      missing: -0.6053,
      place: 2.1892,
      below: -1.7542,
      answer: 0.9922,
      timed: 0.5728,
    },
  },
  outcomes: {
    talk: {
      answeredFrom: 0.5,
      nothingBelow: 0.1,
    },
    work: {
      answeredFrom: 0.62,
      nothingBelow: 0.12,
    },
  },
};

/** Constants by the model of the vectors. */
export const VECTOR_CALIBRATIONS: Readonly<Record<string, Calibration>> = {
  'all-minilm-l6-v2-int8@afdb6f1a0e45/passages/minilm-pq32-410e1c43/t128-3c8c129b': {
    answer: {
      intercept: -4.1302,
      weights: {
        best: 0.8709,
        first: 1.3254,
        missing: -1.609,
        lead: 1.6158,
        timed: 1.2897,
        tools: 0.296,
        size: -1.812,
        late: 1.799,
        cosine: 4.2707,
        ahead: 0.7612,
      },
    },
    hit: {
      intercept: -5.819,
      weights: {
        coverage: 1.666,
        substance: 0.6293,
        missing: -0.9608,
        place: 2.8574,
        below: -1.8458,
        answer: 0.8447,
        timed: 0.4715,
        late: 0.8101,
        cosine: 1.0885,
      },
    },
    outcomes: {
      talk: {
        answeredFrom: 0.57,
        nothingBelow: 0.1,
      },
      work: {
        answeredFrom: 0.58,
        nothingBelow: 0.12,
      },
    },
  },
};
