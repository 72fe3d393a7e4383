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
      intercept: -3.9869,
      weights: {
        best: 1.1914,
        first: 1.5062,
        substance: 0.1453,
        missing: -1.0066,
        terms: -0.6501,
        apart: 0.2803,
        lead: 1.0636,
        timed: 1.3036,
        tools: 0.228,
        size: -2.0062,
        late: 1.6877,
        cosine: 4.341,
        ahead: 1.4287,
      },
    },
    hit: {
      intercept: -5.9878,
      weights: {
        coverage: 1.8572,
        substance: 0.8979,
        missing: -0.7399,
        place: 2.7686,
        below: -1.8583,
        answer: 0.8936,
        timed: 0.5027,
        late: 0.7264,
        cosine: 0.8708,
      },
    },
    outcomes: {
      talk: {
        answeredFrom: 0.58,
        nothingBelow: 0.1,
      },
      work: {
        answeredFrom: 0.56,
        nothingBelow: 0.12,
      },
    },
  },
};
