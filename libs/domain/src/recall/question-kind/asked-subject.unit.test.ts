import { describe, expect, it } from 'vitest';
import { askedSubject, type AskedSubject } from './asked-subject.ts';

describe('askedSubject', () => {
  it.each<[string, AskedSubject]>([
    ['Which cheeses do I like?', 'self'],
    ["Which nuts can't I eat?", 'self'],
    ['list all cheeses i like', 'self'],
    ['Which of my tools do we use?', 'self'],
    ['What are my favourite bakeries?', 'self'],
    ['Which queues does our team use?', 'self'],
    ['Which cheeses did I say I like?', 'self'],
    ['Which cheeses do I like that my sister hates?', 'self'],
    ['Welche Suppen mag ich nicht?', 'self'],
    ['Welche Werkzeuge nutzt unser Team?', 'self'],
    ["Quels fromages est-ce que j'aime ?", 'self'],
    ['Quels fromages aimons-nous ?', 'self'],
    ['¿Qué quesos me gustan?', 'self'],
    ['¿Qué quesos prefiero?', 'self'],
    ['Quali formaggi mi piacciono?', 'self'],
    ['De que queijos gosto?', 'self'],
    ['Welke kazen eet ik graag?', 'self'],
    ['Vilka ostar gillar jag?', 'self'],
    ['Which cheeses does my sister like?', 'untold'],
    ['Which cheeses does my sister like that I hate?', 'untold'],
    ['Which cheeses did I say my sister likes?', 'untold'],
    ["What are my sister's favourite cheeses?", 'untold'],
    ['Which cheeses does she like?', 'untold'],
    ['Welche Suppen mag meine Schwester, die ich nicht mag?', 'untold'],
    ["Quels fromages est-ce que ma sœur aime et que je n'aime pas ?", 'untold'],
    ['Welke kazen eet mijn zus graag?', 'untold'],
    ['Vilka ostar gillar min syster?', 'untold'],
    ['Quali formaggi preferisce mia sorella?', 'untold'],
    ['Which cheeses does Ida like?', 'other'],
    ['Which cheeses does Ida like that I hate?', 'other'],
    ['Which cheeses do Ida and I like?', 'other'],
    ['Which cheeses did you help me choose?', 'untold'],
    ['Quali sono i formaggi che Ida preferisce?', 'other'],
    ['Welke kazen vind je lekker?', 'other'],
    ['Which tools does the planner use for me?', 'other'],
  ])('%j asks about: %s', (question, subject) => {
    expect(askedSubject(question)).toBe(subject);
  });
});
