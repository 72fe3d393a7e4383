import { describe, expect, it } from 'vitest';
import { questionKinds, takesSeveral, type QuestionKind } from './question-kinds.ts';

const kindsOf = (query: string): QuestionKind[] => [...questionKinds(query)];

describe('the kind of a question', () => {
  it.each<[QuestionKind, string]>([
    ['list', 'How many cities did Ines live in?'],
    ['list', 'Which instruments does Tomas play?'],
    ['list', 'What kind of stories does she tell?'],
    ['list', 'Where has Olga worked since school?'],
    ['list', 'Wie viele Bäume hat er gepflanzt?'],
    ['list', 'Combien de fois ont-ils déménagé ?'],
    ['list', '¿Cuáles son sus platos preferidos?'],
    ['list', '他去过哪些国家？'],
    ['infer', 'Would Ruben enjoy a week in the mountains?'],
    ['infer', 'Is Mira likely to move abroad?'],
    ['infer', 'Würde ihm eine Stelle in Bern gefallen?'],
    ['compare', 'Which pastimes do both brothers have?'],
    ['compare', 'Was ist der Unterschied zwischen den Angeboten?'],
    ['when', 'When does the ferry leave?'],
    ['when', 'What date was the lease signed?'],
    ['when', 'Seit wann lebt sie in Graz?'],
    ['when', '¿Cuánto tiempo dura el viaje?'],
    ['when', 'いつ引っ越しましたか'],
    ['order', 'In what order did we talk about the parts of the boat?'],
    ['order', 'Go through the stages of the renovation from first to last.'],
    ['order', 'Tell me the sequence in which the tests were added.'],
    ['order', 'In welcher Reihenfolge haben wir die Zimmer besprochen?'],
    ['order', 'В каком порядке мы обсуждали комнаты?'],
    ['summary', 'Please sum up what we know about the well.'],
    ['summary', 'I need a short but honest overview of the move.'],
    ['summary', 'Kannst du mir eine kurze Zusammenfassung des Umzugs geben?'],
    ['summary', '¿Puedes darme un resumen del proyecto?'],
    ['summary', '请总结一下装修的进展'],
    ['ask', 'Could you draft a letter to the landlord?'],
    ['ask', 'How do I get the stain out of the rug?'],
    ['ask', 'Any ideas for a rainy weekend?'],
    ['ask', 'Suggest a name for the shop.'],
    ['ask', 'Come up with a riddle for the children.'],
    ['ask', 'Put together an outline of the talk.'],
    ['ask', 'Schlag mir vor, was ich kochen soll.'],
    ['ask', 'Wie sollte ich den Garten anlegen?'],
    ['ask', 'Peux-tu me recommander un hôtel ?'],
    ['ask', '我应该怎么准备面试？'],
    ['ever', 'Have I tried the new bakery before?'],
    ['ever', 'Did Nadia ever visit Lisbon?'],
    ['ever', 'Habe ich jemals Gitarre gespielt?'],
  ])('is %s in %j', (kind, query) => {
    expect(kindsOf(query)).toContain(kind);
  });

  it.each([
    'Where does Ines live?',
    'Who painted the gate?',
    'Resume work on the parser',
    'What did the summary of the report leave out?',
    'Was the order of the new chairs delivered?',
    'What do I need in order to renew the passport?',
    'parser test failure exit code',
    'Der Bus kam zu spät.',
    '',
  ])('is none of order, summary and ask in %j', (query) => {
    for (const kind of ['order', 'summary', 'ask'] as const) expect(kindsOf(query)).not.toContain(kind);
  });

  it('is order rather than the request that it is put as', () => {
    expect(kindsOf('Can you show me the order in which we planned the rooms?')).toEqual(['order']);
  });

  it('takes several pieces of a list, of one time only one', () => {
    expect(takesSeveral(questionKinds('Which books has Ines read?'))).toBe(true);
    expect(takesSeveral(questionKinds('Which days does the market open?'))).toBe(false);
    expect(takesSeveral(questionKinds('Who is her brother?'))).toBe(false);
  });
});
