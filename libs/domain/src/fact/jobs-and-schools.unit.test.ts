import { expect, test } from 'vitest';
import { factIn, factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts, type FactRelation } from './compare-facts.ts';

test.each([
  ["I'm a nurse.", 'occupation: nurse'],
  ['I am a primary school teacher.', 'occupation: primary school teacher'],
  ["Hi, I'm a backend developer.", 'occupation: backend developer'],
  ["I'm a QA engineer.", 'occupation: QA engineer'],
  ['I am an electrician and I live in Porto.', 'occupation: electrician'],
  ["I'm a nurse, so I work nights.", 'occupation: nurse'],
  ["I'm a 44-year-old technical writer, and I like tea.", 'occupation: technical writer'],
  ["I'm a vet at a small clinic.", 'occupation: vet'],
  ["By profession I'm an electrician.", 'occupation: electrician'],
  ['I work as a midwife in Porto.', 'occupation: midwife'],
  ["I'm working as a paramedic.", 'occupation: paramedic'],
  ['I am employed as a lab technician.', 'occupation: lab technician'],
  ['My job title is senior accountant.', 'occupation: senior accountant'],
  ['I got promoted to staff engineer.', 'occupation: staff engineer'],
  ["I've just been promoted to principal engineer.", 'occupation: principal engineer'],
  ['I was just promoted to director of engineering.', 'occupation: director of engineering'],
  ['I study at KTH.', 'university: KTH'],
  ['I study law at Leiden.', 'university: Leiden'],
  ["I'm studying computer science at TU Delft.", 'university: TU Delft'],
  ["I'm a PhD student at KTH.", 'university: KTH'],
  ["I'm doing my master's at KU Leuven.", 'university: KU Leuven'],
  ['I go to Leiden University.', 'university: Leiden University'],
  ['I attend Lincoln High School.', 'school: Lincoln High School'],
  ['I bank with Monzo.', 'bank: Monzo'],
  ['My bank is now Revolut.', 'bank: Revolut'],
  ["I've got a savings account with ING.", 'bank: ING'],
  ['I switched banks from N26 to Monzo.', 'bank: Monzo'],
])('what people are, where they learn and with whom they bank: %s', (text, fact) => {
  expect(valuesIn(text)).toContain(fact);
});

test.each([
  ['I work as a data engineer at Nordkran.', ['occupation: data engineer', 'employer: Nordkran']],
  ["I'm a software engineer at Nordkran.", ['occupation: software engineer', 'employer: Nordkran']],
  ["I'm employed as an accountant for Hafenwerk.", ['occupation: accountant', 'employer: Hafenwerk']],
])('a title and whose it is are two facts: %s', (text, facts) => {
  expect(valuesIn(text)).toEqual(facts);
});

test.each<[string, string, FactRelation]>([
  ["I'm a nurse.", 'I got promoted to head nurse.', 'supersedes'],
  ["I'm a nurse.", "I'm now a teacher.", 'supersedes'],
  ["I'm a nurse.", "I'm a translator.", 'beside'],
  ['I bank with N26.', 'I switched banks from N26 to Monzo.', 'supersedes'],
  ['I bank with ING.', 'I switched banks from N26 to Monzo.', 'beside'],
  ['I bank with N26.', 'I bank with Monzo.', 'beside'],
  ['I bank with ING.', 'I no longer bank with ING.', 'supersedes'],
  ['I study at KTH.', 'I study law at Leiden.', 'beside'],
])('%s then %s: %s', (earlier, later, relation) => {
  expect(compareFacts(factIn(earlier).fact, factIn(later).fact)).toBe(relation);
});

test.each([
  "I'm not a nurse.",
  'If I were a nurse, I would know that.',
  'I was a nurse for ten years.',
  "I'm a former nurse.",
  "I'm a retired teacher.",
  "I'm an aspiring architect.",
  "I'm a nurse's son.",
  "I'm a nurse at heart.",
  "I'm a nurse in training.",
  "I'm a nurse for Halloween.",
  "I'm a nurse in the school play.",
  "I'm a doctor in the game.",
  "I'm a lawyer in Phoenix Wright.",
  "I'm a chef on Sundays.",
  "I'm a teacher by training but never taught.",
  "I'm a programmer, or at least I try to be.",
  "Today I'm a nurse, tomorrow a plumber.",
  "I'm a doctor, said nobody in this family ever.",
  "Pretend I'm a nurse.",
  "He thinks I'm a doctor.",
  '"I\'m a nurse", she told me.',
  "Am I a nurse or what? I'm a nurse, just kidding.",
  "I'm a terrible driver.",
  "I'm a pilot project of the ministry.",
  "I work as a teacher in the novel I'm writing.",
  'I no longer work as a nurse.',
  'I almost got promoted to staff engineer.',
  "I didn't get promoted to staff engineer.",
  'My colleague got promoted to staff engineer.',
  'I was promoted to team lead back then, but they took it away again.',
  'I got promoted to staff engineer, or so I thought.',
  'I got promoted to barista in the tutorial.',
  'I studied at ETH.',
  'My daughter studies at ETH.',
  'I want to study law at Leiden.',
  'I study best at Starbucks.',
  'I study people at Kings Cross.',
  "I'm studying for the exam at Leiden.",
  'I go to College Green market.',
  'I go to the University of Porto library sometimes.',
  'I was a student at Bocconi.',
  "I don't bank with Monzo.",
  'I used to bank with Monzo.',
  'Should I bank with Monzo?',
  'She banks with ING.',
  'I have an account at GitHub.',
  'I have a business account at Facebook.',
  'My bank is Spanish.',
  'My bank was Sparkasse.',
])('says nothing of the kind for certain: %s', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test.each([
  'I moved to Berlin back then.',
  'Back then, I moved to Berlin.',
  'I moved to Berlin at the time.',
  'I moved to Berlin in those days.',
  'I moved to Berlin as a child.',
  'I moved to Berlin back then, no wait, I moved to Munich.',
  'I moved to Porto as a student, no wait, I moved to Braga.',
  'I got a job at Nordkran back then, sorry, I got a job at Hafenwerk.',
  'I used to live in Berlin, no wait, I lived in Munich.',
  'Damals habe ich in Berlin gewohnt, nein, in München.',
])('what happened in former times is no news, nor is what puts it right: %s', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test.each([
  ['I used to live in Berlin, no wait, I live in Munich.', 'home: Munich'],
  ['Back then I lived in Berlin, now I live in Munich.', 'home: Munich'],
  ['I moved to Porto, same as my brother did back then.', 'home: Porto'],
])('what is so now is read behind it: %s', (text, fact) => {
  expect(valuesIn(text)).toContain(fact);
});

test('what people change besides programs is no use of one', () => {
  expect(valuesIn('I switched from coffee to tea.')).toEqual([]);
  expect(valuesIn('I switched from Vim to Helix.')).toEqual(['using vim: Helix']);
  expect(factsIn('I switched from Vim to Helix.')).toMatchObject([{ value: 'Helix', replaces: 'Vim', saysChange: true }]);
});
