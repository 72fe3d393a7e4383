import { expect, it } from 'vitest';
import { asksElse, asksWhat } from './asks-what.ts';

it.each([
  ['What did we do yesterday?', true],
  ['Tell me everything that I said on Monday.', true],
  ['Worüber haben wir gestern gesprochen?', true],
  ['Qu’est-ce que j’ai dit hier ?', true],
  ['Qu’est-ce qui s’est passé hier ?', true],
  ['¿Qué pasó ayer?', true],
  ['Что мы обсуждали вчера?', true],
  ['我昨天说了什么？', true],
  ['Why did we do that yesterday?', false],
  ['Who said that on Monday?', false],
  ['Warum haben wir das gestern getan?', false],
  ['¿Por qué hicimos eso ayer?', false],
  ['为什么我们昨天说了什么？', false],
  ['Which question did I ask yesterday? What was it?', false],
  ['yesterday', false],
])('asksWhat: %s', (query, expected) => {
  expect(asksWhat(query)).toBe(expected);
});

it.each([
  ['Why did I ask that first?', true],
  ['Wann habe ich das zuletzt gesagt?', true],
  ['为什么我最后说了这个？', true],
  ['Which was my last request?', false],
  ['Quelle est la dernière chose que je t’ai demandée ?', false],
  ['¿Cuál fue mi última pregunta?', false],
  ['my last message', false],
])('asksElse: %s', (query, expected) => {
  expect(asksElse(query)).toBe(expected);
});
