import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, temporaryFolder } from '../../../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

interface Printed {
  readonly n: number;
  readonly seed: number;
  readonly config: { readonly signals: readonly string[] };
  readonly conditions: Record<string, Record<string, { figures: Record<string, number>; loss: object; suppression: object }>>;
  readonly hypotheses: readonly { readonly id: string }[];
}

describe('total-recall eval ablation', () => {
  it('prints every condition and the hypotheses of the paper, and writes a line for each question', async () => {
    const questions = join(folder.path, 'questions.jsonl');
    const { code, stdout } = await runHere(['eval', 'ablation', '--spaces', '1', '--seed', '3', '--json', '--questions', questions]);
    const printed = JSON.parse(stdout) as Printed;
    expect(code).toBe(0);
    expect(printed).toMatchObject({ dataset: 'ablation, generated', sha256: null, seed: 3, config: { signals: ['text'] } });
    expect(Object.keys(printed.conditions['all']!)).toEqual(
      'full premise supersession phase task selfAssessment constraints recency frequency typePrior none'.split(' '),
    );
    for (const { figures } of Object.values(printed.conditions['all']!)) {
      expect(figures['n']).toBe(printed.n);
      for (const name of ['recall@5', 'recall@10', 'precision@5', 'precision@10', 'ndcg@5']) expect(figures[name]).toBeLessThanOrEqual(1);
    }
    expect(printed.hypotheses.map(({ id }) => id)).toEqual(['H6', 'H13', 'H14', 'H15', 'H16']);
    const lines = (await readFile(questions, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(printed.n);
    expect(JSON.parse(lines[0]!)).toMatchObject({ trace: 'single-1', gold: expect.any(Array), ranked: { full: expect.any(Array) } });
  });

  it('says of recorded sessions that nothing in them conditions recall', async () => {
    const path = join(folder.path, 'talk.jsonl');
    await writeFile(path, '{"role":"user","content":"Good morning"}\n{"role":"assistant","content":"Hello"}\n');
    const shown = await runHere(['eval', 'ablation', path]);
    expect(shown.stdout).toContain('1 session with 2 events: 0 task states');
    expect(shown.stdout).toContain('nothing to switch off');
    const { stdout, code } = await runHere(['eval', 'ablation', path, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ n: 0, material: { sessions: 1, events: 2, taskStates: 0 } });
    expect(code).toBe(0);
  });
});
