import { expect, test } from 'vitest';
import { kindOfSentence, type NamedKind } from './kind-of-sentence.ts';

const NOW = Date.UTC(2026, 4, 4, 9);
const user = { label: 'user', subject: 'user' };
const project = { label: 'project', subject: 'project' };
const feedback = { label: 'feedback', subject: 'project' };

test.each<[string, NamedKind, { label: string; subject: string }]>([
  ['I live in Ghent.', {}, user],
  ['Ich wohne in Leipzig.', {}, user],
  ['The user lives in Bergen.', {}, user],
  ["The user's name is Karla.", {}, user],
  ['The user guide lives in docs.', {}, project],
  ['The user lives in Bergen and works at Acme.', {}, user],
  ['The user hums on Mondays.', {}, user],
  ['User is allergic to nuts.', {}, user],
  ['My knee hurts when it rains.', {}, user],
  ['We use Postgres 15.', {}, project],
  ['In the morning I like it quiet.', {}, project],
  ['The user lives in Bergen.', { label: 'project' }, project],
  ['Always run the linter before you commit.', {}, feedback],
  ['The staging port is 4200.', {}, project],
  ['The harbour opens at six.', {}, project],
  ['I live in Ghent and my dog is called Rex.', {}, user],
  ['I live in Ghent.', { label: 'project' }, project],
  ['I live in Ghent.', { subject: 'anna' }, { label: 'user', subject: 'anna' }],
  ['Anna is allergic to nuts.', { subject: 'Anna' }, { label: 'user', subject: 'Anna' }],
  ['The quay lights are green.', { subject: 'quay', label: 'project' }, { label: 'project', subject: 'quay' }],
  ['The harbour opens at six.', { subject: 'project' }, project],
  ['I live in Ghent.', { subject: 'user' }, user],
  ['Anna lives in Ghent.', { label: 'user' }, user],
  ['Anna lives in Ghent.', { label: 'user', subject: 'anna' }, { label: 'user', subject: 'anna' }],
])('%s with %o is of %o', (text, named, kind) => {
  expect(kindOfSentence(text, named, NOW)).toEqual(kind);
});
