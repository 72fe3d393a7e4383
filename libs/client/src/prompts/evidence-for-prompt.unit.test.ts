import { expect, it } from 'vitest';
import { queriesOfPrompt, queryOfPrompt } from './evidence-for-prompt.ts';

const LOG = Array.from({ length: 120 }, (_, at) => `10:${at}:00 WARN pump-${at} connection reset by peer`).join('\n');
const [FIRST, LAST] = [LOG.split('\n')[0]!, LOG.split('\n').at(-1)!];

it('a short prompt is one query', () => {
  expect(queriesOfPrompt('Which limit did we set?\nFor the harbour service.')).toHaveLength(1);
});

it.each([
  [`${LOG}\n\nWelchen Zugangscode hat Liegeplatz 12?\n`, [FIRST, 'Welchen Zugangscode hat Liegeplatz 12?']],
  [`Which retry limit did we set?\r\n${LOG.replaceAll('\n', '\r\n')}`, ['Which retry limit did we set?', LAST]],
  [`Which retry limit did we set? The log:\n${LOG}`, ['Which retry limit did we set? The log:', LAST]],
  [`Please do these steps:\n${LOG}\nThanks!\n`, [FIRST, LAST]],
  [`${LOG}\nWhich pump resets?\n${'='.repeat(40)}\n| --- | --- | --- |\n`, [FIRST, 'Which pump resets?']],
  [`${LOG}\nمن أعاد تشغيل المضخة الثانية؟\n${'—'.repeat(20)}`, [FIRST, 'من أعاد تشغيل المضخة الثانية؟']],
  [`${LOG}\n4711 0815 4242 9999`, [FIRST, '4711 0815 4242 9999']],
  ['quay '.repeat(200).trim(), ['quay '.repeat(100)]],
])('of a long prompt the first and the last line that ask are queries, too', (prompt, ends) => {
  expect(queriesOfPrompt(prompt)).toEqual([queryOfPrompt(prompt), ...ends]);
});

it('a query is the beginning and the end of a prompt, cut between characters', () => {
  const query = queryOfPrompt(`begin ${'⚓'.repeat(5)}${'😀'.repeat(3_000)} end`);
  expect(query).toMatch(/^begin ⚓[^]* end$/u);
  expect([query.length, query.isWellFormed()]).toEqual([2_000, true]);
});
