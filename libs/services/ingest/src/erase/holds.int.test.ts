import { writtenMeta, type ErasureScope, type NewEvent } from '@total-recall/domain';
import { codeOf } from '@total-recall/ports/testing';
import { createTokenCounter, TotalRecallError } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { serveErasing, TENANT, text, type ErasingService, type Said } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const place = (service: ErasingService, scope: ErasureScope, name = 'case 4711') =>
  service.eraser().placeHold({ tenant: TENANT, scope, name, actor: 'key_h' });
const erase = (service: ErasingService, scope: ErasureScope, more: { exceptHeld?: boolean; dryRun?: boolean } = {}) =>
  service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e', ...more });

describe('a legal hold', () => {
  it('is named by the refusal of an erasure, and gives way to none', async () => {
    const service = await serveErasing(tokens);
    const [first, second] = (await service.say('main', 'run-1', [text('The gull eats'), text('The crane turns')])) as [Said, Said];
    await service.say('away', 'run-1', [text('The ferry leaves')]);
    const hold = await place(service, { kind: 'events', space: 'main', eventIds: [first.id] });
    expect(hold).toMatchObject({ name: 'case 4711', actor: 'key_h', underWay: [] });
    const scopes: ErasureScope[] = [
      { kind: 'events', space: 'main', eventIds: [first.id, second.id] },
      { kind: 'session', space: 'main', session: 'run-1' },
      { kind: 'space', space: 'main' },
      { kind: 'tenant' },
    ];
    for (const scope of scopes) {
      const refused = await erase(service, scope).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'held', message: expect.stringContaining(`${hold.id} (case 4711)`) });
      expect(refused).toMatchObject({ details: { events: 1, holds: [{ id: hold.id, name: 'case 4711', events: 1 }] } });
      expect(await erase(service, scope, { dryRun: true })).toMatchObject({
        status: 'planned',
        kinds: { user_message: scope.kind === 'tenant' ? 2 : 1 },
        held: { events: 1, kinds: { user_message: 1 }, eventIds: [first.id] },
      });
    }
    for (const scope of scopes.slice(2)) expect(await codeOf(erase(service, scope, { exceptHeld: true }))).toBe('held');
    expect(await codeOf(erase(service, { kind: 'events', space: 'main', eventIds: [first.id] }, { exceptHeld: true }))).toBe('held');
    expect((await service.readable()).size).toBe(3);
    await service.restart();
    expect(await codeOf(erase(service, { kind: 'space', space: 'main' }))).toBe('held');
    const rest = await erase(service, { kind: 'session', space: 'main', session: 'run-1' }, { exceptHeld: true });
    expect(rest).toMatchObject({ status: 'done', counts: { events: 1, sessions: 0 }, held: { events: 1 } });
    expect(rest.certificate!.statement.withheld).toEqual({ events: 1, holds: [{ id: hold.id, name: 'case 4711', events: 1 }] });
    const readable = await service.readable();
    expect([readable.has(first.id), readable.has(second.id)]).toEqual([true, false]);
    expect(await service.eraser().holds(TENANT, { limit: 10, released: false })).toMatchObject([{ id: hold.id }]);
    const released = await service.eraser().releaseHold({ tenant: TENANT, id: hold.id, actor: 'key_h', reason: 'closed' });
    expect(released).toMatchObject({ released: { actor: 'key_h', reason: 'closed' } });
    expect(await service.eraser().releaseHold({ tenant: TENANT, id: hold.id, actor: 'key_other' })).toEqual(released);
    expect(await service.eraser().holds(TENANT, { limit: 10, released: false })).toEqual([]);
    expect(await erase(service, { kind: 'space', space: 'main' })).toMatchObject({ status: 'done' });
    expect(service.failures()).toEqual([]);
    await service.stop();
  });

  it('keeps a fact that was written by hand about a data subject, which an erasure of that subject takes', async () => {
    const service = await serveErasing(tokens);
    const about = (subject: string): NewEvent => ({ ...text(`${subject} rows.`), meta: writtenMeta({ label: 'project', subject }) });
    const [ada, bo] = (await service.say('main', 'remembered', [about('ada'), about('bo'), about('project')])) as [Said, Said];
    const hold = await place(service, { kind: 'subject', subject: 'ada' });
    expect(await codeOf(erase(service, { kind: 'subject', subject: 'ada' }))).toBe('held');
    expect(await erase(service, { kind: 'subject', subject: 'bo' })).toMatchObject({ status: 'done', eventIds: [bo.id] });
    await service.eraser().releaseHold({ tenant: TENANT, id: hold.id, actor: 'key_h' });
    expect(await erase(service, { kind: 'subject', subject: 'ada' })).toMatchObject({ status: 'done', eventIds: [ada.id] });
    expect(await codeOf(erase(service, { kind: 'subject', subject: 'project' }))).toBe('not_found');
    await service.stop();
  });

  it('is waited for until the ledger is known to be whole, and keeps all where it is not', async () => {
    const service = await serveErasing(tokens);
    const [said] = (await service.say('main', 'run-1', [text('The gull eats')])) as [Said];
    let tell: (error?: Error) => void = () => undefined;
    const checked = new Promise<void>((resolve, reject) => (tell = (error) => (error ? reject(error) : resolve())));
    Object.assign(service.stores.ledger, { checked: () => checked });
    const erasing = erase(service, { kind: 'events', space: 'main', eventIds: [said.id] });
    const sweeping = service.eraser().retention!.sweep();
    expect(await codeOf(place(service, { kind: 'events', space: 'main', eventIds: [said.id] }))).toBeUndefined();
    tell(new TotalRecallError('damaged', 'ledger.db is damaged'));
    expect(await codeOf(erasing)).toBe('damaged');
    expect(await codeOf(sweeping)).toBeUndefined();
    expect(await codeOf(erase(service, { kind: 'space', space: 'main' }, { exceptHeld: true }))).toBe('damaged');
    expect(await service.eraser().erasures(TENANT, 10)).toEqual([]);
    expect((await service.readable()).has(said.id)).toBe(true);
    await service.stop();
  });

  it('that is waited for keeps no service from stopping, and what waited erases nothing', async () => {
    const service = await serveErasing(tokens);
    const [said] = (await service.say('main', 'run-1', [text('The gull eats')])) as [Said];
    Object.assign(service.stores.ledger, { checked: () => new Promise(() => undefined) });
    const erasing = codeOf(erase(service, { kind: 'events', space: 'main', eventIds: [said.id] }));
    await service.eraser().stop();
    expect(await erasing).toBe('closed');
    expect((await service.readable()).has(said.id)).toBe(true);
    await service.stop();
  });

  it('of a data subject keeps what is still to come, and its name is not in the ledger', async () => {
    const service = await serveErasing(tokens);
    await place(service, { kind: 'subject', subject: 'customer-1' });
    await service.say('main', 'run-1', [text('The gull eats', 'customer-1'), text('The crane turns', 'customer-2')]);
    expect(await codeOf(erase(service, { kind: 'subject', subject: 'customer-1' }))).toBe('held');
    expect(await codeOf(erase(service, { kind: 'space', space: 'main' }, { exceptHeld: true }))).toBe('held');
    await erase(service, { kind: 'subject', subject: 'customer-2' });
    expect((await service.readable()).has(service.said[0]!.id)).toBe(true);
    const entries = await service.stores.ledger.read(0, 0, 100);
    expect(JSON.stringify(entries)).not.toContain('customer');
    await service.stop();
  });

  it('is released for a caller who speaks for some data subjects only where it is of one of them', async () => {
    const service = await serveErasing(tokens);
    const release = (id: string, subjects: readonly string[]) =>
      service.eraser().releaseHold({ tenant: TENANT, id, actor: 'key_h', subjects });
    const own = await place(service, { kind: 'subject', subject: 'customer-1' });
    const others = [
      await place(service, { kind: 'subject', subject: 'customer-2' }),
      await place(service, { kind: 'space', space: 'main' }),
    ];
    for (const { id } of others) expect(await codeOf(release(id, ['customer-1', 'main']))).toBe('forbidden');
    expect(await release(own.id, ['customer-3', 'customer-1'])).toMatchObject({ released: { actor: 'key_h' } });
    const standing = await service.eraser().holds(TENANT, { limit: 10, released: false });
    expect(standing.map(({ id }) => id).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    await service.stop();
  });

  it('keeps what comes into a session while the rest of it goes', async () => {
    let late: Said[] = [];
    const service: ErasingService = await serveErasing(tokens, {
      beforePurge: async () => {
        if (late.length === 0) late = await service.say('main', 'run-1', [text('The ferry leaves', 'customer-1')]);
      },
    });
    const [first] = (await service.say('main', 'run-1', [text('The gull eats')])) as [Said];
    await place(service, { kind: 'subject', subject: 'customer-1' });
    const done = await erase(service, { kind: 'session', space: 'main', session: 'run-1' });
    expect(done).toMatchObject({ counts: { events: 1, sessions: 0 } });
    const readable = await service.readable();
    expect([readable.has(first.id), readable.has(late[0]!.id)]).toEqual([false, true]);
    await service.stop();
  });

  it('keeps results of recall that quote what goes, and task states word for word', async () => {
    const service = await serveErasing(tokens);
    const [quoted] = (await service.say('main', 'run-1', [text('The password of the harbour is zqvxk')])) as [Said];
    const receipt = { retrievalId: 'r1', evidence: [{ eventId: quoted.id }], renderingHash: '0'.repeat(64) };
    const call = { id: 'c1', name: 'recall' };
    await service.say('main', 'run-2', [{ kind: 'tool_call', call: { ...call, arguments: '{}' } }]);
    const [result] = (await service.say('main', 'run-2', [{ kind: 'tool_result', call, text: 'it is zqvxk', recall: receipt }])) as [Said];
    const task = { tenant: TENANT, space: 'main', session: 'run-1' };
    await service.memory.ingest.updateTaskState({ ...task, update: { fields: { goals: ['remember zqvxk'] } } });
    await service.memory.ingest.settle(30_000);
    const stateId = (await service.stores.log.read(0, 0, 100)).find(({ envelope }) => envelope.kind === 'task_state')!.envelope.id;
    await place(service, { kind: 'events', space: 'main', eventIds: [result.id, stateId] });
    expect(await codeOf(erase(service, { kind: 'events', space: 'main', eventIds: [quoted.id] }))).toBe('held');
    const done = await erase(service, { kind: 'events', space: 'main', eventIds: [quoted.id] }, { exceptHeld: true });
    expect(done).toMatchObject({ counts: { events: 1, quoting: 0 }, held: { events: 1 } });
    const readable = await service.readable();
    expect([readable.has(quoted.id), readable.has(result.id), readable.has(stateId)]).toEqual([false, true, true]);
    expect(await service.bodyOf(stateId)).toMatchObject({ taskState: { goals: ['remember zqvxk'] } });
    await service.stop();
  });

  it('counts an event once that is named itself and quotes another that is', async () => {
    const service = await serveErasing(tokens);
    const [quoted] = (await service.say('main', 'run-1', [text('The password of the harbour is zqvxk')])) as [Said];
    const receipt = { retrievalId: 'r1', evidence: [{ eventId: quoted.id }], renderingHash: '0'.repeat(64) };
    const call = { id: 'c1', name: 'recall' };
    await service.say('main', 'run-2', [{ kind: 'tool_call', call: { ...call, arguments: '{}' } }]);
    const [result] = (await service.say('main', 'run-2', [{ kind: 'tool_result', call, text: 'it is zqvxk', recall: receipt }])) as [Said];
    await place(service, { kind: 'events', space: 'main', eventIds: [result.id] });
    const done = await erase(service, { kind: 'events', space: 'main', eventIds: [result.id, quoted.id] }, { exceptHeld: true });
    expect(done).toMatchObject({ counts: { events: 1 }, held: { events: 1, holds: [{ events: 1 }] } });
    await service.stop();
  });

  it('refuses an event that is not there, or is gone', async () => {
    const service = await serveErasing(tokens);
    const [first] = (await service.say('main', 'run-1', [text('The gull eats'), text('The crane turns')])) as [Said];
    const scope = { kind: 'events', space: 'main', eventIds: [first.id] } as const;
    await erase(service, scope);
    expect(await codeOf(place(service, scope))).toBe('erased');
    expect(await codeOf(place(service, { ...scope, eventIds: ['01JZX0000000000000000000AA'] }))).toBe('not_found');
    expect(await service.eraser().releaseHold({ tenant: TENANT, id: '01JZX0000000000000000000AA', actor: 'key_h' })).toBeUndefined();
    await service.stop();
  });
});
