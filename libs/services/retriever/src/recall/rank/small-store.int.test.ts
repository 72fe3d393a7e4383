import { describe, expect, it } from 'vitest';
import { createMemoryRetriever } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main', session: 's1' };
const SAID = [
  'The well pump hums at night.',
  'Lena moved the beehives behind the orchard wall.',
  'I paid the roofer 640 for the gutter.',
  'The goat ate the laundry.',
  'Our spare lantern hangs in the pantry.',
  'Hugo wants a telescope for his birthday.',
  'The dentist moved my appointment to 17 March.',
  'The sourdough starter needs rye flour.',
  'My passport expires in October.',
  'The neighbour lends us his trailer on Wednesday.',
  'The bees need sugar syrup before winter.',
  'Hugo broke the pantry window.',
  'The ladder stands behind the barn.',
  'I promised Lena two jars of quince jelly.',
  'The tax office wants the roofer bill.',
  'The goat is called Pepper.',
  'The telescope shop opens at ten.',
  'I lost the trailer key in the hay.',
  'The orchard gate squeaks.',
  'Lena sings in the parish hall on Sundays.',
  'The vet charges 55 a visit.',
  'The pump was mended by Mr Falk.',
  'We owe Mr Falk a bottle of cider.',
  'The lantern needs a new wick.',
  'The parish hall is closed in August.',
  'My sister visits on the 9th.',
  'The hay must be dry by Friday.',
  'Quince trees flower late.',
  'I sold the old plough.',
  'The rye flour comes from the mill at Tarn.',
];
const QUESTIONS = [
  ['Where are the beehives?', 'orchard wall', /beehives/],
  ['Where is the spare lantern?', 'pantry.', /spare|lantern/],
  ['What does Hugo want for his birthday?', 'telescope for', /Hugo|want|birthday/],
  ['When is my dentist appointment?', '17 March', /dentist|appointment/],
  ['When does my passport expire?', 'October', /passport|expire/],
  ['Who mended the pump?', 'Falk.', /mended|pump/],
  ['What does the starter need?', 'rye flour.', /starter|need/],
  ['Where is the ladder?', 'barn', /ladder/],
  ['How much does the vet charge?', '55', /vet|charge/],
  ['When is the parish hall closed?', 'August', /parish|hall|closed/],
  ['When does my sister visit?', '9th', /sister|visit/],
  ['What did I promise Lena?', 'quince jelly', /promise|Lena/],
  ['When do we get the trailer?', 'Wednesday', /trailer/],
] as const;

describe.each(['user_message', 'agent_message'] as const)('in a small store whose talk the %s begins', (first) => {
  const other = first === 'user_message' ? 'agent_message' : 'user_message';

  it('what holds the words of a question stands before what was said beside it', async () => {
    const memory = createMemoryRetriever();
    const said = SAID.map((text, at) => ({ kind: at % 2 === 0 ? first : other, at: Date.UTC(2030, 4, 3, 10, at), text }));
    const ids = await memory.append(said);
    await memory.project();
    for (const [question, answer, words] of QUESTIONS) {
      const { hits, outcome } = await memory.retriever.recall({ ...ask, queries: [question] });
      const found = hits.map(({ eventId }) => SAID[ids.indexOf(eventId)]!);
      expect(found[0], question).toMatch(words);
      expect(found.slice(0, 2).join('\n'), question).toContain(answer);
      expect(outcome, question).not.toBe('nothing_found');
    }
  });
});
