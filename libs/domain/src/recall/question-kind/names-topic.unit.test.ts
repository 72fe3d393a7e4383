import { expect, it } from 'vitest';
import { namesTopic } from './names-topic.ts';

it.each([
  ['What did we do?', false],
  ['What did I ask you?', false],
  ['Was habe ich gesagt?', false],
  ['Qu’est-ce que nous avons discuté ?', false],
  ['¿Qué dije?', false],
  ['Что мы обсуждали?', false],
  ['What happened?', false],
  ['What was the thing that I said?', false],
  ['Was ist passiert?', false],
  ['Qu’est-ce qui s’est passé ?', false],
  ['¿Qué pasó?', false],
  ['What happened to the crane?', true],
  ['What did I order?', true],
  ['What did we say about the crane?', true],
  ['Was habe ich über den Kran gesagt?', true],
  ['Qu’avons-nous fait ?', false],
  ['Che cosa abbiamo detto?', false],
  ['O que eu disse?', false],
  ['Wat heb ik gezegd?', false],
  ['Vad sa jag?', false],
  ['What did we work on?', false],
  ['What did I talk about with you?', false],
  ["What's it that we've said?", false],
  ['What did I say about the hat?', true],
  ['What did I say about MIT?', true],
  ['What did we say about vi and DOS?', true],
  ['What did the Met ask?', true],
  ['What did I tell you about the con?', true],
  ['What did I say about work?', true],
  ['What did you tell me about my talk?', true],
  ['何を決めましたか', true],
])('%s names a topic: %s', (query, names) => {
  expect(namesTopic(query)).toBe(names);
});
