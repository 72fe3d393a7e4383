import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { halfOf } from './answer-set.ts';
import { readQuestionFile } from './question-file.ts';

const FILE = new URL('../../questions/traces.json', import.meta.url);
const QUESTIONS = readQuestionFile(JSON.parse(readFileSync(FILE, 'utf8')));

describe('the questions written over the traces', () => {
  it('are two hundred, each asked once, some of them without an answer', () => {
    expect(QUESTIONS).toHaveLength(200);
    expect(new Set(QUESTIONS.map(({ question }) => question)).size).toBe(200);
    expect(QUESTIONS.filter(({ kind }) => kind === 'none')).toHaveLength(30);
  });

  it('keep only a few words of what they are about', () => {
    expect(QUESTIONS.flatMap(({ answers }) => answers).filter((answer) => answer.split(/\s+/).length > 8)).toEqual([]);
  });

  it('fall into two halves of about one size', () => {
    const look = QUESTIONS.filter(({ question }) => halfOf(question) === 'look').length;
    expect(look).toBeGreaterThan(80);
    expect(look).toBeLessThan(120);
  });
});
