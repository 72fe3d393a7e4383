import type { ConfidenceReport } from '@total-recall/evaluation';
import { expect, it } from 'vitest';
import { renderConfidence } from './render-confidence.ts';

const bins = Array.from({ length: 10 }, (_, at) => ({
  from: at / 10,
  to: (at + 1) / 10,
  n: at === 9 ? 4 : 0,
  meanConfidence: at === 9 ? 0.95 : null,
  shareRight: at === 9 ? 0.5 : null,
}));
const reliability = { n: 4, ece: 0.45, brier: 0.45, bins };
const report: ConfidenceReport = {
  ...reliability,
  auc: 0.875,
  answerable: 3,
  unanswerable: 1,
  marked: 1,
  strangers: 0,
  ofAnswerable: { n: 3, ece: 0.3, brier: 0.3 },
  hits: reliability,
  outcomes: {
    answered: { answerable: 3, unanswerable: 1, right: 2 },
    unsure: { answerable: 0, unanswerable: 0, right: 0 },
    nothing_found: { answerable: 0, unanswerable: 0, right: 0 },
  },
  escalation: { asked: 4, escalated: 1, used: 1, byReason: { known_words: 1 }, latencyMs: { p50: 4, p95: 5, p99: 5 } },
};

it('draws how sure the answers were beside how many were right', () => {
  const drawn = renderConfidence(report, { style: (_look, text) => text });
  expect(drawn).toContain('area under the curve 0.875');
  expect(drawn).toMatch(/0\.9 - 1\.0\s+4\s+95 %\s+50 %\s+={15} {13,14}\|/);
  expect(drawn).toMatch(/0\.0 - 0\.1\s+0\s+-\s+-\n/);
  expect(drawn).toContain('Tried again: 1 of 4 recalls, 1 with a better answer (known words 1)');
});
