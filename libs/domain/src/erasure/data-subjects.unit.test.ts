import { expect, it } from 'vitest';
import { writtenMeta } from '../fact/written-fact.ts';
import { dataSubjects } from './data-subjects.ts';

const fact = (subject: string, label: 'project' | 'user' | 'feedback' | 'reference' = 'project') => writtenMeta({ label, subject });

it.each([
  ['no label', {}, []],
  ['a label', { subject: 'customer-4711' }, ['customer-4711']],
  ['a fact by hand', fact('ada'), ['ada']],
  ['a fact by hand of any label', fact('Łukasz Żak', 'reference'), ['Łukasz Żak']],
  ['a fact by hand with the label of its subject', { ...fact('ada', 'user'), subject: 'ada' }, ['ada']],
  ['a fact by hand about somebody else than its label says', { ...fact('ada'), subject: 'bo' }, ['bo', 'ada']],
  ['a fact by hand about nobody who is named', fact('project'), []],
  ['a fact by hand of a user without a name', fact('user', 'user'), []],
  ['the label of a person of that name', { subject: 'user' }, ['user']],
  ['a field that no fact by hand wrote', { extra: { fact: { label: 'project', subject: 'ada' } } }, []],
  ['a field of another form', { tags: ['remembered'], extra: { fact: 'ada' } }, []],
])('an event bears %s', (_, meta, subjects) => {
  expect(dataSubjects({ text: 'Ada lives in Cork.', meta })).toEqual(subjects);
});
