import { describe, expect, it } from 'vitest';
import { askedRole, withoutRoleWords } from './asked-role.ts';

describe('askedRole', () => {
  it.each([
    'What did I ask you to explain on Monday?',
    'Which rule did the user insist on?',
    'What was my last request about the harbour?',
    'Was habe ich dir am Montag gesagt?',
    'Was wollte ich zuerst?',
    'Was habe ich dich zuletzt gefragt?',
    'Das Letzte, was ich dich fragte',
    "qu'est-ce que je t'ai demandé en dernier",
    "la dernière chose que je t'ai demandée",
    'Ce que je vous ai dit hier',
    "Que t'ai-je demandé en premier ?",
    'qué te pedí por último',
    'Lo último que te solicité',
    'cosa ti ho chiesto per ultimo',
    "L'ultima cosa che ti ho chiesta",
    'O que eu te disse por último?',
    'O que é que te pedi por último?',
    'Het laatste wat ik je vroeg',
    'Vad har jag frågat dig sist?',
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
    "La dernière chose que tu m'as dite",
    "Qu'est-ce que vous m'avez conseillé ?",
    "L'ultima cosa che mi hai detta",
    'O que você me disse por último?',
    'Vad har du föreslagit?',
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
    "Qu'est-ce que je t'ai envoyé ?",
    'Je vais te demander un service.',
    'Cosa ho comprato ieri?',
    'O que ele disse?',
    'Ich wohne hier.',
    'Vad har jag köpt?',
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
