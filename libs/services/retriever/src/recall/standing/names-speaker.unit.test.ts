import { describe, expect, it } from 'vitest';
import { namesSpeaker } from './names-speaker.ts';

describe('namesSpeaker', () => {
  it.each([
    ['Which cheeses does Al like?', 'Al', true],
    ['which cheeses does ida vane like', 'Ida Vane', true],
    ["What are Ida's favourite cheeses?", 'Ida', true],
    ["What are Ida's all favorites?", 'Ida', true],
    ['Which tools does the field-planner use?', 'field-planner', true],
    ['Really, which cheeses does Al like?', 'Al', true],
    ['Which cheeses does everybody really like?', 'Al', false],
    ["Which cheeses does Ida's sister like?", 'Ida', false],
    ['Which cheeses does Idan like?', 'Ida', false],
    ['Which cheeses does Ida like?', ' ', false],
  ])('%j names %j: %s', (question, speaker, isNamed) => {
    expect(namesSpeaker(question, speaker)).toBe(isNamed);
  });
});
