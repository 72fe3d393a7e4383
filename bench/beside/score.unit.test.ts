import { createTokenCounter, DEFAULT_FAMILY } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { codeLines } from './code-lines.ts';
import { CONTENDERS, linesOf } from './contenders.ts';
import { cutToTokens } from './cut-to-tokens.ts';
import { firstUseful, scoreBudget, type GivenText } from './score.ts';

const counter = createTokenCounter();
const count = async (text: string): Promise<number> => (await counter.count(DEFAULT_FAMILY, [text]))[0]!;
afterAll(() => counter.close());

const given = (question: string, budget: number, text: string, tokens: number): GivenText => ({
  question,
  budget,
  text,
  tokens,
  cpuMs: 1,
  sinceStartMs: tokens * 10,
});
const accepted = new Map([
  ['port', ['4200', '4201']],
  ['crane', ['HRB-7']],
]);

describe('lines of code', () => {
  it('are neither empty nor comments', () => {
    expect(codeLines('# why\nimport os\n\n\n  # more\ndef ask():\n    return os.sep\n')).toBe(3);
  });

  it('of a contender that cuts texts into pieces are those of both its scripts', async () => {
    const [whole, inPieces] = CONTENDERS.filter(({ module }) => module === 'langgraph_store');
    expect(await linesOf(inPieces!)).toBeGreaterThan(await linesOf(whole!));
  });
});

describe('a text cut to tokens', () => {
  it('stays whole where it fits', async () => {
    expect(await cutToTokens('the crane is down', 100, count)).toEqual({ text: 'the crane is down', tokens: 4 });
  });

  it('is the longest beginning within the budget, but for a few characters', async () => {
    const text = Array.from({ length: 500 }, (_, at) => `berth ${at * 37}`).join(', ');
    const cut = await cutToTokens(text, 200, count);
    expect(text.startsWith(cut.text)).toBe(true);
    expect(await count(cut.text)).toBe(cut.tokens);
    expect(cut.tokens).toBeLessThanOrEqual(200);
    expect(await count(text.slice(0, cut.text.length + 8))).toBeGreaterThan(200);
  });
});

describe('a score', () => {
  const answers = [
    given('port', 1_000, 'it listens on 42001', 5),
    given('port', 4_000, 'it listens on 4201 now', 7),
    given('crane', 1_000, 'the crane is HRB-7.', 9),
    given('crane', 4_000, 'nothing', 1),
  ];

  it('counts whole answers of one budget, any of those accepted', () => {
    expect(scoreBudget(answers, accepted, 1_000)).toEqual({ n: 2, held: 1, medianTokens: 7 });
    expect(scoreBudget(answers, accepted, 4_000)).toEqual({ n: 2, held: 1, medianTokens: 4 });
  });

  it('names the first answer that is of use, or none', () => {
    expect(firstUseful(answers, accepted)).toBe(answers[1]);
    expect(firstUseful(answers.slice(0, 1), accepted)).toBeUndefined();
  });
});
