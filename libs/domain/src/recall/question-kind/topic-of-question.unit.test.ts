import { describe, expect, it } from 'vitest';
import { topicOfQuestion } from './topic-of-question.ts';

describe('the topic of a question for an order or a summary', () => {
  it.each([
    ['In what order did we discuss the repairs of the old boat? Name exactly four points.', 'repairs of the old boat'],
    ['Please give me a brief recap of the choir rehearsals across all our sessions.', 'choir rehearsals'],
    ['Tell me the sequence in which I mentioned several topics about beekeeping.', 'beekeeping'],
    ['Kannst du mir eine kurze Zusammenfassung über die Bienenstöcke geben?', 'die Bienenstöcke geben'],
    ['Peux-tu me faire un résumé complet des travaux de la maison ?', 'des travaux de la maison'],
    ['¿Puedes darme un resumen de la mudanza?', 'de la mudanza'],
  ])('of %j is %j', (query, topic) => {
    expect(topicOfQuestion(query)).toBe(topic);
  });

  it('keeps a word of the frame of another language', () => {
    expect(topicOfQuestion('Give me an overview of the AI tools and the die of the press.')).toBe('AI tools and the die of the press');
  });

  it('is the question where nothing else is left', () => {
    expect(topicOfQuestion('Can you summarize our conversation?')).toBe('Can you summarize our conversation?');
    expect(topicOfQuestion('')).toBe('');
  });
});
