import type { TokenCounter } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER } from '../consolidator-deps.ts';

let tokens: TokenCounter;
beforeAll(() => {
  tokens = createTokenCounter();
});
afterAll(() => tokens.close());

const day = (of: number): number => Date.UTC(2026, 4, of, 9);

type Said = readonly [of: number, text: string, kind?: 'user_message' | 'agent_message'];

/** A space in which this was said, each on its day of May, swept after each in the order given. */
async function told(...statements: readonly Said[]) {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  for (const [of, text, kind = 'user_message'] of statements) {
    await service.say(`on-${of}`, { kind, text, occurredAt: day(of) });
    await service.consolidator().consolidate(PLACE);
  }
  return service;
}

async function currentAfter(...statements: readonly Said[]): Promise<string[]> {
  const service = await told(...statements);
  const current = await service.current();
  await service.stop();
  return current.toSorted();
}

const CHAIN = [
  [4, 'We use Redis for the queue.'],
  [5, 'We switched from Redis to RabbitMQ.'],
  [6, 'We replaced RabbitMQ with NATS.'],
  [7, 'We switched from NATS to Kafka.'],
] as const satisfies readonly Said[];

describe('programs that replaced each other in turn', () => {
  it('leave the last one, in whatever order they are read', async () => {
    const last = ['We switched from NATS to Kafka.'];
    expect(await currentAfter(...CHAIN)).toEqual(last);
    expect(await currentAfter(...CHAIN.toReversed())).toEqual(last);
    expect(await currentAfter(CHAIN[2], CHAIN[0], CHAIN[3], CHAIN[1])).toEqual(last);
  });

  it('leave the last one where one sweep reads all of them', async () => {
    const service = await serveConsolidating(tokens, {}, RULE_READER);
    await service.say('one', ...CHAIN.map(([of, text]) => ({ kind: 'user_message' as const, text, occurredAt: day(of) })));
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['We switched from NATS to Kafka.']);
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ added: 0, superseded: 0 });
    await service.stop();
  });

  it('are one entry of the profile, the current one first, as of a time as well', async () => {
    const service = await told(...CHAIN);
    const entriesAt = async (asOf?: number): Promise<string[][]> => {
      const { profiles } = await service.consolidator().profile({ ...PLACE, ...(asOf !== undefined && { asOf }) });
      return profiles.flatMap(({ entries }) =>
        entries.map(({ current, history }) => [current?.text ?? '-', ...history.map(({ text }) => text)]),
      );
    };
    const said = CHAIN.map(([, text]) => text);
    expect(await entriesAt()).toEqual([said.toReversed()]);
    expect(await entriesAt(day(6))).toEqual([said.slice(0, 3).toReversed()]);
    expect(await entriesAt(day(4))).toEqual([said.slice(0, 1)]);
    const { facts } = await service.consolidator().facts({ ...PLACE, validAt: day(5) + 1, limit: 10 });
    expect(facts.map(({ text }) => text)).toEqual(['We switched from Redis to RabbitMQ.']);
    await service.stop();
  });

  it('come back where the last change is undone', async () => {
    const service = await told(...CHAIN);
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 50, says: true });
    const last = entries.find(({ changes }) => changes.some(({ did, says }) => did === 'added' && says === CHAIN[3][1]));
    await service.consolidator().undo({ ...PLACE, entryId: last!.id, actor: 'somebody' });
    expect(await service.current()).toEqual(['We replaced RabbitMQ with NATS.']);
    await service.stop();
  });

  it.each<[string, readonly Said[], readonly string[]]>([
    ['an end', [CHAIN[1], [6, 'We no longer use RabbitMQ.']], ['We no longer use RabbitMQ.']],
    ['a way back', [CHAIN[1], [6, 'We switched from RabbitMQ to Redis.']], ['We switched from RabbitMQ to Redis.']],
    [
      'a way there and back',
      [CHAIN[1], [6, 'We switched from RabbitMQ to Redis.'], [7, 'We switched from Redis to RabbitMQ.']],
      ['We switched from Redis to RabbitMQ.'],
    ],
    [
      'another language',
      [
        [4, 'Wir sind von Jenkins zu GitLab gewechselt.'],
        [5, 'Wir haben GitLab durch GitHub ersetzt.'],
      ],
      ['Wir haben GitLab durch GitHub ersetzt.'],
    ],
  ])('end with %s', async (_, statements, current) => {
    expect(await currentAfter(...statements)).toEqual(current);
  });

  it.each<[string, readonly Said[]]>([
    ['another program', [CHAIN[1], [6, 'We replaced Webpack with Vite.']]],
    ['what one person uses', [CHAIN[1], [6, 'I switched from RabbitMQ to NATS.']]],
    ['what an agent says', [CHAIN[1], [6, 'We switched from RabbitMQ to NATS.', 'agent_message']]],
    ['a part of the work', [CHAIN[1], [6, 'The billing worker now uses NATS instead of RabbitMQ.']]],
    ['a use beside it', [CHAIN[1], [6, 'We use RabbitMQ for mails.']]],
    ['a wish', [CHAIN[1], [6, 'We should replace RabbitMQ with NATS.']]],
    ['a trial', [CHAIN[1], [6, 'We replaced RabbitMQ with NATS for now.']]],
    [
      'a choice of another thing',
      [
        [4, 'We replaced Jest with Vitest.'],
        [5, 'We replaced Redis with Vitess.'],
      ],
    ],
  ])('stand beside %s', async (_, statements) => {
    expect(await currentAfter(...statements)).toContain(statements[0]![1]);
  });

  it.each([
    ['is of its chain', 'We replaced NATS with Pulsar.', ['We replaced NATS with Pulsar.']],
    ['is of its chain in other words', 'We use Pulsar instead of NATS now.', ['We use Pulsar instead of NATS now.']],
    ['is of another one', 'We replaced Webpack with Vite.', ['We replaced RabbitMQ with NATS.', 'We replaced Webpack with Vite.']],
    ['leaves nothing', 'We use NATS for mails.', ['We replaced RabbitMQ with NATS.', 'We use NATS for mails.']],
  ])('are replaced by what a person writes by hand where that %s', async (_, text, current) => {
    const service = await told(CHAIN[1], CHAIN[2]);
    await service.consolidator().remember({ ...PLACE, actor: 'somebody', fact: { label: 'project', subject: 'project', text } });
    expect((await service.current()).toSorted()).toEqual(current.toSorted());
    await service.consolidator().consolidate(PLACE);
    expect((await service.current()).toSorted()).toEqual(current.toSorted());
    await service.stop();
  });
});

describe('a program that is used for several things', () => {
  const QUEUES: Said = [4, 'We use Redis for queues.'];
  const CACHING: Said = [5, 'We use Redis for caching.'];
  const SWITCHED: Said = [6, 'We switched from Redis to NATS for queues.'];

  it('leaves one of them and stays for the other, in whatever order it is read', async () => {
    const left = [CACHING[1], SWITCHED[1]].toSorted();
    for (const [a, b, c] of [
      [QUEUES, CACHING, SWITCHED],
      [CACHING, QUEUES, SWITCHED],
      [SWITCHED, CACHING, QUEUES],
      [QUEUES, SWITCHED, CACHING],
    ] as const)
      expect(await currentAfter(a, b, c)).toEqual(left);
  });

  it('is left for all of them by a change that names none', async () => {
    const all: Said = [7, 'We replaced Redis with Valkey.'];
    expect(await currentAfter(QUEUES, CACHING, all)).toEqual([all[1]]);
  });

  it('stays where only the change says what for, and is left where that is said of all the work', async () => {
    const everywhere: Said = [6, 'We switched from Redis to NATS in this repo.'];
    expect(await currentAfter([4, 'We use Redis.'], SWITCHED)).toEqual(['We use Redis.', SWITCHED[1]].toSorted());
    expect(await currentAfter([4, 'We use Redis.'], everywhere)).toEqual([everywhere[1]]);
  });

  it('is followed through its changes, for this purpose alone', async () => {
    const next: Said = [7, 'We switched from NATS to Kafka for queues.'];
    const other: Said = [8, 'We switched from NATS to Kafka for mails.'];
    expect(await currentAfter(QUEUES, SWITCHED, next)).toEqual([next[1]]);
    expect(await currentAfter(QUEUES, SWITCHED, other)).toEqual([other[1], SWITCHED[1]].toSorted());
  });
});
