import { describe, expect, it } from 'vitest';
import { askedRole, withoutRoleWords } from './asked-role.ts';

describe('askedRole', () => {
  it.each([
    'What did I ask you to explain on Monday?',
    'Which rule did the user insist on?',
    'What was my last request about the harbour?',
    'Was habe ich dir am Montag gesagt?',
    'Was wollte ich zuerst?',
    "Qu'est-ce que j'ai demandé hier ?",
    '¿Qué te he pedido ayer?',
    'Che cosa ho chiesto ieri?',
    'O que eu pedi ontem?',
    'Wat heb ik gisteren gevraagd?',
    'Vad bad jag om?',
    'Что я у тебя просил?',
    '私は昨日何を頼みましたか',
    '我昨天让你做什么？',
  ])('is the user in %j', (query) => {
    expect(askedRole(query)).toBe('user_message');
  });

  it.each([
    'What did you explain to me about the crane?',
    'What was your last explanation of the failing build?',
    'What did the assistant recommend?',
    'Was hast du mir vorgeschlagen?',
    "Qu'est-ce que tu as proposé ?",
    '¿Qué me recomendaste?',
    'Che cosa mi hai consigliato?',
    'O que você disse sobre o porto?',
    '你昨天是怎么解释的？',
  ])('is the assistant in %j', (query) => {
    expect(askedRole(query)).toBe('agent_message');
  });

  it.each([
    'Which table holds the user ids?',
    'Where do I keep my bicycle?',
    'What colour is my boat?',
    'Which file did you create last?',
    'Who said that the crane is broken?',
    'Which tools would you suggest for my essay?',
    'Where do you think I should work?',
    'Wo wohne ich?',
    '',
  ])('is nobody in %j', (query) => {
    expect(askedRole(query)).toBeUndefined();
  });

  it('takes a long text in its stride', () => {
    expect(askedRole(`${'i '.repeat(400_000)}ask`)).toBeUndefined();
  });
});

describe('withoutRoleWords', () => {
  it.each([
    ['What did I request at 01:40?', 'What   I   at 01:40?'],
    ['What did I also ask on Monday?', 'What   I also   on Monday?'],
    ['What was my last request about the harbour?', 'What was   last   about the harbour?'],
    ['Was habe ich über den Hafen gesagt?', 'Was habe   über den Hafen  ?'],
    ['Was sagte ich gestern?', 'Was   gestern?'],
    ['What did the user request then?', 'What   the   then?'],
    ['I pointed out a leak.', '  a leak.'],
    ['我昨天让你做什么？', '我昨天让你做什么？'],
    ['我在 说了什么？', ''],
    ['你 回答了什么？', ''],
    ['私は に何を言いましたか？', ''],
    ['私は港について に何を言いましたか？', '私は港について に何を言いましたか？'],
    ['我在 关于港口说了什么？', '我在 关于港口说了什么？'],
    ['Which table holds the user ids?', 'Which table holds the user ids?'],
    ['Who approved my pull request #42 at 14:05?', 'Who approved my pull request #42 at 14:05?'],
    ['Was my last merge request merged?', 'Was my last merge request merged?'],
    ['What became of my support question?', 'What became of my support question?'],
    ['What was my commit message?', 'What was my commit message?'],
  ])('makes of %j %j', (query, left) => {
    expect(withoutRoleWords(query).replace(/ +/g, ' ')).toBe(left.replace(/ +/g, ' '));
  });
});
