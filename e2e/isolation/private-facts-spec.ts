import { createClient, type SpaceClient } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceUnderTest } from '../open-services.ts';
import { openOperator } from '../load/operator.ts';

const SPACE = 'home';
/** Statements of one person about herself, each with its word that nobody else says, and a fact by hand. */
const PRIVATE = [
  ['I live in Bergen.', 'Bergen'],
  ['I moved to Stavanger.', 'Stavanger'],
  ['I am allergic to walnuts.', 'walnuts'],
  ['Always call me Annika.', 'Annika'],
] as const;
const BY_HAND = { label: 'user', subject: 'anna', attribute: 'diet', value: 'pescetarian', text: 'She is pescetarian.' } as const;
const WORDS = [...PRIVATE.map(([, word]) => word), BY_HAND.value];

/** Every way in which a reader of a space is shown what is derived from its events. */
const WAYS: Readonly<Record<string, (space: SpaceClient, subject: { readonly subject?: string }) => Promise<unknown>>> = {
  facts: (space, subject) => space.facts({ ...subject, history: 'true' }),
  'facts of a label': (space, subject) => space.facts({ ...subject, label: 'user', history: 'true' }),
  'facts by words': async (space, subject) => Promise.all(WORDS.map((text) => space.facts({ ...subject, text, history: 'true' }))),
  'facts by attribute': (space, subject) => space.facts({ ...subject, attribute: 'home', history: 'true' }),
  'facts of a time': (space, subject) => space.facts({ ...subject, validAt: Date.now(), history: 'true' }),
  profile: (space, subject) => space.profile(subject),
  'profile by attribute': (space, subject) => space.profile({ ...subject, attribute: 'home' }),
  'units of facts': (space, subject) => space.units({ ...subject, kind: 'fact', limit: 100 }),
  'units of episodes': (space, subject) => space.units({ ...subject, kind: 'episode', limit: 100, speculative: 'true' }),
  'units of topics': (space, subject) => space.units({ ...subject, kind: 'topic', limit: 100 }),
  'units of insights': (space, subject) => space.units({ ...subject, kind: 'insight', limit: 100 }),
  'units by words': (space, subject) => Promise.all(WORDS.map((query) => space.units({ ...subject, query }))),
  ledger: (space, subject) => space.ledger({ ...subject, says: 'true', limit: 200 }),
  digest: (space, subject) => space.digest(subject),
  'the window of a new session': async (space) => (await space.session('nobody-yet').window()).blocks,
  'the window of another person': async (space) => knowledgeIn(space, 'of-ben'),
  'the window of nobody': async (space) => knowledgeIn(space, 'of-nobody'),
  // Recall brings events, which all readers of a space may read; nothing that it adds to them may say what is private.
  'the notes of a recall': async (space) => {
    const { rendered } = await space.recall({ query: 'Which port do we use?' });
    return PRIVATE.reduce((text, [sentence]) => text.replaceAll(sentence, ''), rendered);
  },
};

async function knowledgeIn(space: SpaceClient, session: string): Promise<unknown> {
  return (await space.session(session).window()).blocks.filter(({ kind }) => kind === 'facts');
}

/** Describes that nothing derived from what a person says about herself is shown to anybody but in a question about her. */
export function describePrivateFacts(name: string, open: () => Promise<ServiceUnderTest>): void {
  describe(`private facts on ${name}`, () => {
    let service: ServiceUnderTest | undefined;
    let owner: SpaceClient;
    /** The space for a key that is bound to another person. */
    let bound: SpaceClient;
    /** Readers, by name, with the subject that they name. */
    const readers = new Map<string, readonly [space: SpaceClient, subject: { readonly subject?: string }]>();

    beforeAll(async () => {
      service = await open();
      const { url } = service;
      const operator = await openOperator(service);
      const client = createClient({ url, apiKey: await operator.makeTenant({ id: 'household', name: 'Household' }) });
      owner = client.space(SPACE);
      const say = (session: string, text: string, subject?: string) =>
        owner
          .session(session)
          .append([{ kind: 'user_message', text, meta: subject === undefined ? {} : { subject } }], { wait: 'searchable' });
      for (const [at, [text]] of PRIVATE.entries()) for (const turn of [1, 2, 3]) await say(`of-anna-${at}-${turn}`, text, 'anna');
      await say('shared', 'The staging port is 4100.');
      await say('of-ben-before', 'I live in Malmö.', 'ben');
      await owner.remember(BY_HAND);
      for (let hasMore = true; hasMore;) ({ hasMore } = await owner.consolidate());
      await say('of-ben', 'Hello.', 'ben');
      await say('of-anna', 'Hello.', 'anna');
      await say('of-nobody', 'Hello.');
      const keyOf = async (key: Parameters<typeof client.createKey>[0]) =>
        createClient({ url, apiKey: (await client.createKey(key)).apiKey }).space(SPACE);
      bound = await keyOf({ name: 'ben', scopes: ['read'], subjects: ['ben'] });
      readers.set('a key that names nobody', [await keyOf({ name: 'reader', scopes: ['read'] }), {}]);
      readers.set('a key that names another', [await keyOf({ name: 'reader', scopes: ['read'] }), { subject: 'ben' }]);
      readers.set('a key that is bound to another', [bound, { subject: 'ben' }]);
      readers.set('a key that is bound to another and names nobody', [bound, {}]);
    });
    afterAll(() => service?.close());

    it('are told in a question about that person, and others to all', async () => {
      const about = JSON.stringify(await owner.facts({ subject: 'anna', history: 'true' }));
      for (const word of WORDS) expect(about).toContain(word);
      expect(JSON.stringify(await owner.facts())).toContain('4100');
      expect(JSON.stringify(await knowledgeIn(owner, 'of-ben'))).toContain('4100');
      expect(JSON.stringify(await owner.units({ kind: 'episode', subject: 'anna', limit: 100 }))).toContain('Bergen');
      const decided = JSON.stringify(await owner.ledger({ subject: 'anna', says: 'true', limit: 200 }));
      for (const word of WORDS) expect(decided).toContain(word);
      const { text } = await owner.digest({ subject: 'anna' });
      for (const word of ['walnuts', BY_HAND.value, '4100']) expect(text).toContain(word);
      expect(text).not.toContain('Malmö');
    });

    it('are asked for in no name but her own by a key that is bound to another', async () => {
      const refused = { code: 'forbidden' };
      await expect(bound.ledger({ subject: 'anna', says: 'true' })).rejects.toMatchObject(refused);
      await expect(bound.digest({ subject: 'anna' })).rejects.toMatchObject(refused);
    });

    it('lend the ledger no evidence and no links for another', async () => {
      const own = (await owner.facts({ subject: 'anna', history: 'true' })).facts.map(({ id }) => id);
      for (const [reader, [space, subject]] of readers) {
        const { entries } = await space.ledger({ ...subject, limit: 200 });
        const about = entries.flatMap(({ changes }) => changes).filter(({ fact }) => own.includes(fact));
        expect(about.length, reader).toBeGreaterThan(0);
        expect(
          about.filter(({ evidence, to }) => evidence !== undefined || to !== undefined),
          reader,
        ).toEqual([]);
      }
    });

    it('are named by no event, and bear on no recall, of her session for a key that is bound to another', async () => {
      const chosenFor = async (space: SpaceClient): Promise<number> => {
        const { events } = await space.session('of-anna').events();
        const choices = events.flatMap(({ body }) =>
          body?.compaction && 'knowledge' in body.compaction ? [body.compaction.knowledge] : [],
        );
        return choices.reduce((sum, choice) => sum + (choice?.facts.length ?? 0), 0);
      };
      const isStanding = async (space: SpaceClient): Promise<boolean> => {
        const { hits } = await space.recall({ query: 'Suggest a snack for the party, please.', session: 'of-anna', explain: true });
        return JSON.stringify(hits).includes('standingFact');
      };
      await owner.session('of-anna').window();
      expect([await chosenFor(owner), await isStanding(owner)]).toEqual([expect.any(Number), true]);
      expect(await chosenFor(owner)).toBeGreaterThan(0);
      expect([await chosenFor(bound), await isStanding(bound)]).toEqual([0, false]);
    });

    it.each(Object.keys(WAYS))('are told in no other answer: %s', async (way) => {
      for (const [reader, [space, subject]] of readers) {
        const told = JSON.stringify(await WAYS[way]!(space, subject));
        expect(
          WORDS.filter((word) => told.includes(word)),
          reader,
        ).toEqual([]);
      }
    });
  });
}
