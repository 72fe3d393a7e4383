import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere, temporaryFolder } from '../../../testing/run-cli.ts';

const WORDS = ['anchor', 'barley', 'copper', 'drizzle', 'ember', 'falcon'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const session = WORDS.map((word, at) => ({
    speaker: at % 2 === 0 ? 'Wim' : 'Yara',
    dia_id: `D1:${at + 1}`,
    text: `I wrote a song about ${word}.`,
  }));
  const qa = WORDS.map((word, at) => ({ question: `Who wrote of ${word}?`, evidence: [`D1:${at + 1}`], category: 1 + (at % 5) }));
  await writeFile(join(folder.path, 'talk.json'), JSON.stringify([{ sample_id: 'a', conversation: { session_1: session }, qa }]));
  await mkdir(join(folder.path, 'chats'));
  const turns = [WORDS.map((word, id) => ({ id, role: id % 2 === 0 ? 'user' : 'assistant', content: `The ${word} is done.` }))];
  const probing_questions = { information_extraction: [{ question: 'What of the copper?', source_chat_ids: [2] }] };
  await writeFile(join(folder.path, 'chats', '1.json'), JSON.stringify({ chat: [{ turns }], probing_questions }));
  await writeFile(join(folder.path, 'torn.json'), '[{"sample_id":');
});
afterAll(() => folder.remove());

interface Printed {
  readonly sha256: string;
  readonly n: number;
  readonly config: { readonly pool: boolean };
  readonly turn: Record<string, number>;
  readonly message?: Record<string, number>;
  readonly session: Record<string, number>;
  readonly byCategory: Record<string, unknown>;
  readonly latencyMs: Record<string, number>;
}

describe('total-recall eval of conversations', () => {
  it('prints the figures by their names, and writes a line for each question', async () => {
    const questions = join(folder.path, 'questions.jsonl');
    const { code, stdout } = await runHere([
      'eval',
      'locomo',
      join(folder.path, 'talk.json'),
      '--pool',
      '--json',
      '--questions',
      questions,
    ]);
    const printed = JSON.parse(stdout) as Printed;
    expect(code).toBe(0);
    expect(printed).toMatchObject({
      dataset: 'locomo',
      n: 6,
      seed: 1,
      config: { pool: true },
      turn: { 'any@5': 1, 'fraction@5': 1, 'all@5': 1, 'fraction@10': 1 },
      session: { 'any@5': 1 },
    });
    expect(printed.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(printed.latencyMs)).toEqual(['p50', 'p95', 'p99']);
    expect(Object.keys(printed.byCategory)).toContain('1-4');
    const lines = (await readFile(questions, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { gold: string[] });
    expect(lines.map(({ gold }) => gold)).toEqual(WORDS.map((_, at) => [`D1:${at + 1}`]));
  });

  it('reads a folder of chats, and shows a table', async () => {
    const { code, stdout } = await runHere(['eval', 'beam', join(folder.path, 'chats')]);
    expect(stdout).toMatch(/beam: 1 question with evidence/);
    expect(stdout).toMatch(/information_extraction +1 +100 %/);
    expect(code).toBe(0);
  });

  it('consolidates before it asks where that is wanted, so that a preference comes with a request that shares no word with it', async () => {
    const liked = "I can't stand cilantro, so leave it out.";
    const said = [liked, 'Noted.', ...WORDS.flatMap((word) => [`The ${word} is done.`, 'Noted.'])];
    const turns = [said.map((content, id) => ({ id, role: id % 2 === 0 ? 'user' : 'assistant', content }))];
    const asked = [{ question: 'Suggest a dinner for tonight, please.', source_chat_ids: [0] }];
    await mkdir(join(folder.path, 'liked'), { recursive: true });
    const chat = JSON.stringify({ chat: [{ turns }], probing_questions: { preference_following: asked } });
    await writeFile(join(folder.path, 'liked', '1.json'), chat);
    const run = async (...options: string[]) => {
      const { stdout } = await runHere(['eval', 'beam', join(folder.path, 'liked'), '--json', ...options]);
      const { config, message } = JSON.parse(stdout) as { config: object; message: Record<string, number> };
      return { config, found: message['any@5'] };
    };
    expect(await run()).toMatchObject({ config: { consolidate: false }, found: 0 });
    expect(await run('--consolidate')).toMatchObject({ config: { consolidate: true }, found: 1 });
  });

  it.each([
    [['locomo', 'torn.json'], 1, 'is not JSON'],
    [['longmemeval', 'chats/1.json'], 1, 'is not in the longmemeval format'],
    [['locomo', 'chats'], 2, 'is not a file'],
    [['beam', 'absent'], 3, 'There is no'],
  ])('%j ends with %i', async ([name, path], exitCode, said) => {
    const { code, stderr } = await runHere(['eval', name!, join(folder.path, path!)]);
    expect(stderr).toContain(said);
    expect(code).toBe(exitCode);
  });
});
