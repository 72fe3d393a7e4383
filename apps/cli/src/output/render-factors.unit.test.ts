import { describe, expect, it } from 'vitest';
import { renderFactors } from './render-factors.ts';
import type { Style } from './terminal.ts';

const plain: Style = (_, text) => text;

describe('the breakdown of scores', () => {
  it('shows what has a say, in order, and leaves out what has none', () => {
    const factors = { text: 1.2, context: 0, base: 1.2, phase: 2, task: 1, modifier: 2, recency: 0.95, product: 1.9 };
    const lines = renderFactors([{ score: 1.842, factors }], plain).split('\n');
    expect(lines[0]!.trim().split(/\s{2,}/)).toEqual(['#', 'text', '= base', 'x phase', 'x recency', '= product', 'score']);
    expect(lines[2]!.trim().split(/\s+/)).toEqual(['1', '1.20', '1.20', '2.00', '0.95', '1.900', '1.842']);
    expect(lines.at(-1)).toContain('score = base + 1.5 x ln(product)');
  });

  it('has no product where nothing conditions, and one row a hit', () => {
    const lines = renderFactors([{ score: 0.5, factors: { text: 0.5, base: 0.5, product: 1 } }, { score: 0.25 }], plain).split('\n');
    expect(lines[0]!.trim().split(/\s{2,}/)).toEqual(['#', 'text', '= base', 'score']);
    expect(lines[3]!.trim().split(/\s+/)).toEqual(['2', '0.00', '0.25', '0.250']);
  });
});
