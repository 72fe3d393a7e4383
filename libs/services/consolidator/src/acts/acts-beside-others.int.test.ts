import { createTokenCounter, type TotalRecallError } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import type { ConsolidatorConfig } from '../index.ts';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const person = { ...PLACE, actor: 'key_p' } as const;
const PORT = { label: 'project', subject: 'project', attribute: 'port', value: '4300', text: 'the port is 4300.' } as const;

/** A service that calls `between` once, behind the next call of its consolidator to a function of a port. */
async function serveInterleaved(name: 'sessionEvents' | 'spaceKey' | 'events', config: Partial<ConsolidatorConfig> = {}) {
  const hook: { between?: (() => Promise<unknown>) | undefined } = {};
  let calls = 0;
  const behind = async (answered: unknown): Promise<unknown> => {
    const found = await answered;
    const run = hook.between;
    hook.between = undefined;
    await run?.();
    return found;
  };
  const between = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, called) {
        const value: unknown = Reflect.get(target, called, target);
        if (typeof value !== 'function') return value;
        return (...asked: unknown[]): unknown => {
          calls += 1;
          const answered: unknown = Reflect.apply(value, target, asked);
          return called === name ? behind(answered) : answered;
        };
      },
    });
  const service = await serveConsolidating(tokens, config, undefined, between);
  const { append } = service.ingest;
  service.ingest.append = (request) => {
    calls += 1;
    return append(request);
  };
  /** Lets an act go as far as it can: to its end, or, where it has called nothing yet, to where it waits for its turn. */
  const asFarAsItGoes = async (act: Promise<unknown>): Promise<void> => {
    const before = calls;
    await new Promise((resolve) => setImmediate(resolve));
    if (calls > before) await act.catch(() => undefined);
  };
  return { service, hook, asFarAsItGoes };
}

it('what a person writes while a sweep reads an earlier statement of the same thing is the one value of it', async () => {
  const { service, hook, asFarAsItGoes } = await serveInterleaved('sessionEvents');
  await service.say('run-1', 'the port is 4100.');
  let act: Promise<unknown> | undefined;
  hook.between = () => asFarAsItGoes((act = service.consolidator().remember({ ...person, fact: PORT })));
  await service.consolidator().consolidate(PLACE);
  await act;
  expect(await service.current()).toEqual(['the port is 4300.']);
  await service.stop();
});

// Before its turn to decide a sweep reads its page; in it the statements that it compares.
it.each(['sessionEvents', 'events'] as const)(
  'a fact that a sweep replaces while a person corrects it is corrected or the person is told, and has one value: %s',
  async (name) => {
    const { service, hook } = await serveInterleaved(name);
    await service.say('run-1', 'the port is 4100.');
    await service.consolidator().consolidate(PLACE);
    const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.say('run-2', 'the port is 4200.');
    let act: Promise<unknown> | undefined;
    hook.between = async () => {
      act = service.consolidator().correct({ ...person, factId: port!.id, text: 'the port is 4300.', value: '4300' });
      act.catch(() => undefined);
    };
    await service.consolidator().consolidate(PLACE);
    const outcome = await act!.then(
      () => 'the port is 4300.',
      (error: unknown) => (error as TotalRecallError).code,
    );
    expect(['the port is 4300.', 'fact_not_current']).toContain(outcome);
    expect(await service.current()).toEqual([outcome === 'fact_not_current' ? 'the port is 4200.' : outcome]);
    await service.stop();
  },
);

it('what is said again while a person undoes the entry that found it first is not lost', async () => {
  const { service, hook, asFarAsItGoes } = await serveInterleaved('events');
  await service.say('run-1', 'the port is 4100.');
  await service.consolidator().consolidate(PLACE);
  const found = (await service.stores.ledger.read(0, 0, 20)).find(({ act }) => act.type === 'UnitsDecided')!;
  await service.say('run-2', 'the port is 4100.');
  let act: Promise<unknown> | undefined;
  hook.between = () => {
    act = service.consolidator().undo({ ...person, entryId: found.id });
    act.catch(() => undefined);
    return asFarAsItGoes(act);
  };
  await service.consolidator().consolidate(PLACE);
  // The statement that was read again depends on the entry.
  await expect(act).rejects.toMatchObject({ code: 'undo_refused' });
  expect(await service.current()).toEqual(['the port is 4100.']);
  await service.stop();
});

it('what is said again stands, where a person undoes the entry that found it first before the sweep decides', async () => {
  const { service, hook } = await serveInterleaved('sessionEvents');
  await service.say('run-1', 'the port is 4100.');
  await service.consolidator().consolidate(PLACE);
  const found = (await service.stores.ledger.read(0, 0, 20)).find(({ act }) => act.type === 'UnitsDecided')!;
  await service.say('run-2', 'the port is 4100.');
  // The sweep has read its page and waits for its turn to decide, over what the person left.
  hook.between = () => service.consolidator().undo({ ...person, entryId: found.id });
  await service.consolidator().consolidate(PLACE);
  const [fact] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
  expect(fact).toMatchObject({ text: 'the port is 4100.', evidence: [{ session: 'run-2' }] });
  await service.stop();
});

it('what is written beside an erasure of its space leaves no fact without its event, and its writer is told', async () => {
  const spaceScope = { kind: 'space', space: PLACE.space } as const;
  for (const scope of [spaceScope, { ...spaceScope, kind: 'session', session: 'remembered' } as const]) {
    const { service, hook } = await serveInterleaved('spaceKey');
    await service.say('run-1', 'What now?');
    hook.between = () => service.eraser().erase({ tenant: PLACE.tenant, scope, actor: 'key_e' });
    await expect(service.consolidator().remember({ ...person, fact: PORT })).rejects.toMatchObject({ code: 'erased' });
    expect([...(await service.consolidator().unitsOf(PLACE)).units.keys()]).toEqual([]);
    await service.stop();
  }
});

it('a fact is written though other spaces push what is known of its own out of memory meanwhile', async () => {
  const { service, hook } = await serveInterleaved('events', { heldUnits: 1 });
  const other = { ...PLACE, space: 'other' };
  for (const space of ['main', 'other']) {
    const events = [{ kind: 'user_message', text: 'the port is 4100.' } as const];
    await service.ingest.append({ ...PLACE, space, session: 'run-1', events, wait: 'searchable' });
    await service.consolidator().consolidate({ ...PLACE, space });
  }
  const readOther = async (): Promise<void> => {
    await service.consolidator().unitsOf(other);
    hook.between = readOther;
  };
  hook.between = readOther;
  await service.consolidator().remember({ ...person, fact: PORT });
  hook.between = undefined;
  expect(await service.current()).toEqual(['the port is 4300.']);
  await service.stop();
});

it('a person decides about a space while a sweep reads the episode that its page goes on with', async () => {
  const { service, hook, asFarAsItGoes } = await serveInterleaved('events');
  await service.say('run-1', 'What now?');
  await service.consolidator().consolidate(PLACE);
  await service.say('run-1', 'And then?');
  let isWritten = false;
  let act: Promise<unknown> | undefined;
  hook.between = async () => {
    act = service
      .consolidator()
      .remember({ ...person, fact: PORT })
      .then(() => (isWritten = true));
    await asFarAsItGoes(act);
    expect(isWritten).toBe(true);
  };
  await service.consolidator().consolidate(PLACE);
  await act;
  await service.stop();
});

it('an event goes on with no episode that a person undid before the sweep decides', async () => {
  const { service, hook } = await serveInterleaved('sessionEvents');
  await service.say('run-1', 'What now?');
  await service.consolidator().consolidate(PLACE);
  const found = (await service.stores.ledger.read(0, 0, 20)).find(({ act }) => act.type === 'UnitsDecided')!;
  const [later] = await service.say('run-1', 'And then?');
  const { consolidator } = service;
  // The session is read for its facts until nothing is left, and then for its episodes.
  const readTo = (reads: number) => async (): Promise<void> => {
    if (reads > 1) hook.between = readTo(reads - 1);
    else await consolidator().undo({ ...person, entryId: found.id });
  };
  hook.between = readTo(3);
  await consolidator().consolidate(PLACE);
  const episodes = [...(await consolidator().unitsOf(PLACE)).groups.values()].filter(({ status }) => status.is === 'current');
  expect(episodes.map(({ events }) => events.map(({ eventId }) => eventId))).toEqual([[later]]);
  await service.stop();
});
