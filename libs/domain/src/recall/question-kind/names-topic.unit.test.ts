import { expect, it } from 'vitest';
import { namesTopic } from './names-topic.ts';

it.each([
  ['What did we do?', false],
  ['What did I ask you?', false],
  ['Was habe ich gesagt?', false],
  ['Qu’est-ce que nous avons discuté ?', false],
  ['¿Qué dije?', false],
  ['Что мы обсуждали?', false],
  ['What did I order?', true],
  ['What did we say about the crane?', true],
  ['Was habe ich über den Kran gesagt?', true],
  ['何を決めましたか', true],
])('%s names a topic: %s', (query, names) => {
  expect(namesTopic(query)).toBe(names);
});
