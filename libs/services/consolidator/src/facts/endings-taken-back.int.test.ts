import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER } from '../consolidator-deps.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const HOUR_MS = 3_600_000;
const serve = () => serveConsolidating(tokens, {}, RULE_READER);
type Service = Awaited<ReturnType<typeof serve>>;

const hear = async (service: Service, session: string, at: number, text: string): Promise<void> => {
  await service.say(session, { kind: 'user_message', text, occurredAt: at });
  await service.consolidator().consolidate(PLACE);
};

describe('an ending that was taken back', () => {
  const shown = async (service: Service) => {
    const { facts } = await service.consolidator().facts({ ...PLACE, history: true, limit: 9 });
    return facts.map(({ text, until }) => [text, until]);
  };
  const [joined, left, back, leftAgain] = [1, 5, 9, 12].map((day) => Date.UTC(2023, 10, day)) as [number, number, number, number];

  it('is over where what it ended is so again', async () => {
    const service = await serve();
    await hear(service, 'joined', joined, 'I work at Bosch.');
    await hear(service, 'left', left, 'I no longer work at Bosch.');
    await hear(service, 'back', back, 'I work at Bosch again.');
    const told = [
      ['I work at Bosch.', left],
      ['I no longer work at Bosch.', back],
      ['I work at Bosch again.', undefined],
    ];
    expect(await shown(service)).toEqual(told);
    const [profile] = (await service.consolidator().profile(PLACE)).profiles;
    const [entry] = profile!.entries;
    expect([entry!.current, ...entry!.history].map((fact) => [fact?.text, fact?.until])).toEqual(told.toReversed());
    await service.stop();
  });

  it('is over also where another value came between', async () => {
    const service = await serve();
    await hear(service, 'joined', joined, 'I work at Bosch.');
    await hear(service, 'left', left, 'I no longer work at Bosch.');
    await hear(service, 'next', back, 'I work at Siemens.');
    expect(await shown(service)).toContainEqual(['I no longer work at Bosch.', undefined]);
    await hear(service, 'back', leftAgain, 'I work at Bosch again.');
    expect(await shown(service)).toContainEqual(['I no longer work at Bosch.', leftAgain]);
    await service.stop();
  });

  it('was not over at a time before that', async () => {
    const service = await serve();
    await hear(service, 'joined', joined, 'I work at Bosch.');
    await hear(service, 'left', left, 'I no longer work at Bosch.');
    await hear(service, 'back', back, 'I work at Bosch again.');
    const { facts } = await service.consolidator().facts({ ...PLACE, history: true, asOf: left + HOUR_MS, limit: 9 });
    expect(facts.map(({ text, until }) => [text, until])).toContainEqual(['I no longer work at Bosch.', undefined]);
    await service.stop();
  });
});
