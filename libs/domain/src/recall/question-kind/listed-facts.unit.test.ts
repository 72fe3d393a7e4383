import { describe, expect, it } from 'vitest';
import { listedFacts, relationOf, thingIn, type ThingRelation } from './listed-facts.ts';
import { questionKinds } from './question-kinds.ts';

const askedFor = (query: string) => listedFacts(query, questionKinds(query));

describe('listedFacts', () => {
  it.each<[string, ThingRelation]>([
    ['Which cheeses do I like?', 'likes'],
    ['What kinds of bread am I fond of?', 'likes'],
    ['Which painters do we admire and love?', 'likes'],
    ['What do I enjoy?', 'likes'],
    ['What music do I like?', 'likes'],
    ['What are my favourite bakeries?', 'likes'],
    ['Welche Suppen mag ich?', 'likes'],
    ['Quels fromages est-ce que j’aime ?', 'likes'],
    ['Which smells do I hate?', 'dislikes'],
    ["Which sauces don't I like?", 'dislikes'],
    ['Welche Gerüche mag ich nicht?', 'dislikes'],
    ['What am I allergic to?', 'avoids'],
    ["Which nuts can't I eat?", 'avoids'],
    ['Which linters do we use?', 'uses'],
    ['Which queues did our team settle on and choose?', 'uses'],
    ['Welche Werkzeuge nutzen wir?', 'uses'],
  ])('%j asks for what its speaker joins so: %s', (query, relation) => {
    expect(askedFor(query)).toEqual({ relation, isOwn: true });
  });

  it('knows a question about another', () => {
    expect(askedFor('Which cheeses does Ida like?')).toEqual({ relation: 'likes', isOwn: false });
  });

  it.each([
    'Which port do we use now?',
    'Can you suggest which cheeses I might like?',
    'When did I begin to like cheeses?',
    'Which cheeses did I buy?',
    'What does the error look like?',
    'Give me a summary of what I like.',
    'Have I ever used the linters?',
    'I like cheeses.',
    'Which cheeses does my sister like?',
    'Which cheeses does she like that I hate?',
    'Welche Suppen mag meine Schwester?',
  ])('%j asks for no such list', (query) => {
    expect(askedFor(query)).toBeUndefined();
  });
});

describe('relationOf', () => {
  it.each<[string, ThingRelation | undefined]>([
    ["I'm a huge fan of gouda.", 'likes'],
    ['My favourite lake is the small one.', 'likes'],
    ['Ich liebe Nudeln.', 'likes'],
    ["I don't really like capers.", 'dislikes'],
    ["I can't stand the smell of glue.", 'dislikes'],
    ['Ich mag keine Oliven.', 'dislikes'],
    ["I'm allergic to almonds.", 'avoids'],
    ["I don't eat veal.", 'avoids'],
    ['We settled on Kafka for events.', 'uses'],
    ['I switched from Vim to Helix.', 'uses'],
    ['We moved the tests to Vitest.', 'uses'],
    ['We switched to Helix.', 'uses'],
    ['I moved to Bergen.', undefined],
    ['I moved from Oslo to Bergen.', undefined],
    ['We run on Mondays.', undefined],
    ['My sister was running on the beach.', undefined],
    ['We decided against Kafka.', undefined],
    ['We do not use Kafka.', undefined],
    ['It looks like rain in Oslo.', undefined],
    ['My sister lives in Oslo.', undefined],
  ])('%j: %s', (sentence, relation) => {
    expect(relationOf(sentence)).toBe(relation);
  });
});

describe('thingIn', () => {
  it.each([
    ['I like brie while I cook.', 'I like brie'],
    ['I love gouda, a lot.', 'I love gouda'],
    ['Ich mag Brie am Abend.', 'Ich mag Brie'],
    ['I adore gouda', 'I adore gouda'],
  ])('%j begins with %j', (sentence, thing) => {
    expect(thingIn(sentence)).toBe(thing);
  });
});
