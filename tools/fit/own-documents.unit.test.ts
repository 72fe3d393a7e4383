import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const QUESTIONS = JSON.parse(readFileSync(new URL('own-questions.json', import.meta.url), 'utf8')) as {
  question: string;
  answers: string[];
  file: string;
}[];

it('each question about this repository has its answer in the file that it names', () => {
  const astray = QUESTIONS.filter(({ answers, file }) => {
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    const words = text.replaceAll(/\s+/g, ' ');
    return answers.length > 0 && !answers.some((answer) => text.includes(answer) || words.includes(answer));
  });
  expect(astray).toEqual([]);
});
