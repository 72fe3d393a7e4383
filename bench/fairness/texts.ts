import { createSeededRandom } from '@total-recall/evaluation';

const WORDS = 'dock harbour crane cargo ferry pilot quay tide berth manifest settle tariff codec parser board store window agent'.split(
  ' ',
);
const random = createSeededRandom('fairness');

/** Draws so many words, of 54,000 different ones. */
export const text = (words: number): string => Array.from({ length: words }, () => `${random.pick(WORDS)}${random.below(3_000)}`).join(' ');
