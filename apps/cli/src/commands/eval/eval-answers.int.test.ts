import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, temporaryFolder } from '../../../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(at('traces/lamps'), { recursive: true });
  const lines = ['Hello there.', 'The lamp on the north mole is tended by Jorun Vale.'].map((text) =>
    JSON.stringify({ kind: 'user_message', text }),
  );
  await writeFile(at('traces/lamps/one.jsonl'), `${lines.join('\n')}\n`);
  const place = { file: 'lamps/one.jsonl', session: 1, event: 2 };
  const keeper = { id: 'keeper', kind: 'needle', question: 'Who tends the lamp on the mole?', answers: ['Jorun Vale'], ...place };
  await writeFile(at('questions.json'), JSON.stringify({ questions: [keeper] }));
  await writeFile(at('telling.json'), JSON.stringify({ questions: [{ ...keeper, question: 'Is it Jorun Vale?' }] }));
});
afterAll(() => folder.remove());

describe('total-recall eval answers', () => {
  it('asks questions of a file over session files, prints figures and a line for each question', async () => {
    const given = at('given.jsonl');
    const { code, stdout } = await runHere([
      'eval',
      'answers',
      at('questions.json'),
      '--sessions',
      at('traces'),
      '--json',
      '--questions',
      given,
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dataset: 'answers',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      n: 1,
      answerable: { 'in@4000': { n: 1, mean: 1 }, 'in@1000': { mean: 1 } },
      byKind: { needle: { n: 1 } },
      byStore: { lamps: { n: 1 } },
      config: { signals: ['text'] },
    });
    expect(JSON.parse(await readFile(given, 'utf8'))).toMatchObject({ id: 'keeper', held: { 4000: true }, gold: ['lamps 1.1/2'] });
  });

  it('makes its own where no file is named', async () => {
    const { code, stdout } = await runHere(['eval', 'answers', '--stores', '1']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/all answerable/);
    expect(stdout).toMatch(/Questions: generated, seed 1/);
  });

  it.each([
    [['questions.json'], 2, '--sessions'],
    [['telling.json', '--sessions', 'traces'], 1, 'holds its answer'],
    [['absent.json', '--sessions', 'traces'], 3, 'There is no'],
  ])('%j ends with %i', async (given, exitCode, said) => {
    const { code, stderr } = await runHere(['eval', 'answers', ...given.map((one) => (one.startsWith('--') ? one : at(one)))]);
    expect(stderr).toContain(said);
    expect(code).toBe(exitCode);
  });
});
