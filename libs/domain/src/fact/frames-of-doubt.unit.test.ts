import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

/** Plain sentences of several rules, and what makes each of them no statement of its speaker; a star is the sentence. */
const LANGUAGES = {
  English: {
    sentences: [
      'we use Postgres for the billing service',
      'our backend is written in Go',
      'the staging cluster runs on Kubernetes',
      'the request timeout is 30 seconds',
      'my budget is 500 euros',
      'I live in Lisbon',
      'my sister is called Anna',
      'the deadline is 12 June',
      'we decided to use Redis for the cache',
      'we moved from Jenkins to GitHub Actions',
      'I work as a nurse',
      'I am allergic to peanuts',
      'the standup is at 9:30',
    ],
    frames: [
      'I doubt that *.',
      'I deny that *.',
      'I dreamt that *.',
      'He pretends that *.',
      'Rumour has it that *.',
      'It is a myth that *.',
      'It is wrong that *.',
      'It is not true that *.',
      'Tom says *.',
      'My boss claims that *.',
      '*, says Tom.',
      '*, said my boss.',
      '*, or so I thought.',
      '* - not!',
      '*, at least in theory.',
      '* in an ideal world.',
      '*, but that was a lie.',
      '*, if Tom agrees.',
      '* unless the customer objects.',
      'If *, tell me.',
      'Suppose *.',
      'In the novel, *.',
      'Is it true that *?',
      '*?',
      'Translate: *.',
      'Perhaps *.',
    ],
  },
  German: {
    sentences: [
      'wir benutzen Postgres für die Rechnungen',
      'unser Budget beträgt 800 Euro',
      'das Standup ist um 9:30 Uhr',
      'das Timeout ist 30 Sekunden',
      'ich wohne in Berlin',
      'ich bin Vegetarier',
      'mein Hund heißt Rex',
      'ich bin allergisch gegen Nüsse',
      'ich arbeite als Krankenpfleger',
    ],
    frames: [
      'Es stimmt nicht: *.',
      'Laut Tom gilt: *.',
      'Tom sagt, *.',
      '*, sagt Tom.',
      'Man munkelt, *.',
      'Ich habe geträumt, *.',
      'Im Roman steht: *.',
      'Der Kunde schrieb: *.',
      'Die Fehlermeldung lautet: *.',
      'Übersetze: *.',
      'Früher galt: *.',
      'Vielleicht: *.',
      '*, dachte ich jedenfalls.',
      '*, das war gelogen.',
      '*, Scherz.',
      '*, falls Tom zustimmt.',
      '*, wenn der Kunde zustimmt.',
      '*, oder?',
    ],
  },
  Spanish: {
    sentences: [
      'usamos Postgres para las facturas',
      'el presupuesto es de 800 euros',
      'vivo en Madrid',
      'soy vegetariano',
      'mi perro se llama Rex',
      'soy alérgico a las nueces',
      'trabajo como enfermero',
    ],
    frames: [
      'No es cierto que *.',
      'Tom dice que *.',
      'Mi jefe cree que *.',
      'Dudo que *.',
      'Soñé que *.',
      'Según Tom, *.',
      'El cliente escribió: *.',
      'Traduce: *.',
      'En la novela, *.',
      '*, dice Tom.',
      '*, o eso creía.',
      '*, al menos en teoría.',
      '*, era broma.',
      '*, si Tom acepta.',
      'Si *, avísame.',
      '¿Es cierto que *?',
    ],
  },
  French: {
    sentences: [
      'nous utilisons Postgres pour les factures',
      'le budget est de 800 euros',
      "j'habite à Lyon",
      'je suis végétarien',
      "mon chien s'appelle Rex",
      'je suis allergique aux noix',
      'je travaille comme infirmier',
    ],
    frames: [
      "Il n'est pas vrai que *.",
      'Tom dit que *.',
      'Mon chef croit que *.',
      'Je doute que *.',
      "J'ai rêvé que *.",
      'Selon Tom, *.',
      "D'après Tom, *.",
      'Le client a écrit : *.',
      'Traduis : *.',
      'Dans le roman, *.',
      '*, dit Tom.',
      '*, enfin je croyais.',
      '*, du moins en théorie.',
      '*, je plaisante.',
      '*, si Tom accepte.',
      'Est-il vrai que * ?',
    ],
  },
  Italian: {
    sentences: [
      'usiamo Postgres per le fatture',
      'il budget è di 800 euro',
      'abito a Roma',
      'sono vegetariano',
      'il mio cane si chiama Rex',
      'sono allergico alle noci',
      'lavoro come infermiere',
    ],
    frames: [
      'Non è vero che *.',
      'Tom dice che *.',
      'Il mio capo crede che *.',
      'Dubito che *.',
      'Ho sognato che *.',
      'Secondo Tom, *.',
      'Il cliente ha scritto: *.',
      'Traduci: *.',
      'Nel romanzo, *.',
      '*, dice Tom.',
      '*, o almeno così credevo.',
      '*, almeno in teoria.',
      '*, scherzavo.',
      '*, se Tom accetta.',
      'È vero che *?',
    ],
  },
};

function begun(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function framed(frame: string, sentence: string): string {
  return begun(frame.replace('*', () => sentence));
}

describe.each(Object.entries(LANGUAGES))('%s', (_, { sentences, frames }) => {
  it.each(sentences)('reads one fact in the plain sentence: %s', (sentence) => {
    expect(factsIn(`${begun(sentence)}.`)).toHaveLength(1);
  });

  it.each(frames)('reads nothing in any sentence that is framed by: %s', (frame) => {
    const read = sentences.map((sentence) => framed(frame, sentence)).filter((text) => factsIn(text).length > 0);
    expect(read).toEqual([]);
  });
});

it.each([
  ['My budget is 500 euros, not 400.', '500 euros'],
  ['Unser Budget beträgt 800 Euro, nicht 700.', '800 Euro'],
  ['My budget is 500 euros, if you ask me.', '500 euros'],
  ['Wie gesagt: wir benutzen Postgres für die Rechnungen.', 'Postgres'],
  ['As I said: we use Postgres for the billing service.', 'Postgres'],
])('still reads %s', (text, value) => {
  expect(factsIn(text)).toMatchObject([{ value }]);
});

it.each(['Te dije que soy alérgico a las nueces.', "Je t'ai dit que je suis allergique aux noix.", 'Never merge unless Anna agrees.'])(
  'still reads what the speaker himself has said, or orders on a condition: %s',
  (text) => {
    expect(factsIn(text)).toHaveLength(1);
  },
);
