import type { ErasureScope } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveErasing, TENANT, text, type ErasingService } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

let service: ErasingService;
beforeEach(async () => {
  service = await serveErasing(tokens);
});
afterEach(() => service.stop());

const events = (...eventIds: string[]): ErasureScope => ({ kind: 'events', space: 'main', eventIds });
const about = (subject: string): ErasureScope => ({ kind: 'subject', subject });
const erase = (scope: ErasureScope, dryRun = false) => service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e', dryRun });

/** Puts a record into the index with the bytes that a damaged log had, or the whole log that was put back. */
async function index(eventId: string, isDamaged: boolean): Promise<void> {
  const record = (await service.stores.log.read(0, 0, 1_000)).find(({ envelope }) => envelope.id === eventId)!;
  const [event] = await service.stores.index.events(TENANT, record.envelope.space, [eventId]);
  const sealed = isDamaged ? record.sealed.with(40, record.sealed[40]! ^ 1) : record.sealed;
  await service.stores.index.erasing!.rewrite(0, [{ event: { ...event!, record: { ...record, sealed } }, documents: [] }]);
}

/** Hides the key of a session; returns what puts it back. */
async function loseKey(session: string): Promise<() => void> {
  const { keys } = service.stores;
  const { keyId } = await keys.sessionKey({ tenant: TENANT, space: 'main', session });
  const { open } = keys;
  keys.open = async (tenant, space, id) => (id === keyId ? undefined : open(tenant, space, id));
  return () => void (keys.open = open);
}

async function opens(eventId: string): Promise<boolean> {
  return (await service.readable()).has(eventId);
}

async function sayTwo(): Promise<[string, string]> {
  const [first, second] = await service.say('main', 'run-1', [text('The gull nests at Skomer.'), text('The crane turns at noon.')]);
  return [first!.id, second!.id];
}

describe('an event that does not open while it is erased', () => {
  it('loses its key all the same, so that it is gone where the log is put back', async () => {
    const [gone, stays] = await sayTwo();
    await index(gone, true);
    const done = await erase(events(gone));
    expect(done).toMatchObject({ status: 'done', counts: { events: 1 }, certificate: { statement: { remains: { staying: 1 } } } });
    expect(done.unread).toBeUndefined();
    expect([await opens(gone), await opens(stays)]).toEqual([false, true]);
    await index(gone, false);
    expect([await opens(gone), await service.bodyOf(gone)]).toEqual([false, 'erased']);
    expect(await erase(events(gone))).toEqual(done);
    expect(service.failures()).toEqual([]);
  });

  it('loses it where it was set aside because its fold fails, and is told as erased then', async () => {
    const [gone] = await sayTwo();
    const { deps, ingest } = service.memory;
    const [event] = await service.stores.index.events(TENANT, 'main', [gone]);
    const { key } = await deps.keys.sessionKey({ tenant: TENANT, space: 'main', session: 'run-1' });
    const envelope = { ...event!.record.envelope, id: '01JDAMAGED0000000000000000' };
    const sealed = deps.sealer.seal(envelope, { text: 'The password is zqvxk.', meta: { supersedes: 5 } } as never, key);
    await deps.log.append([{ key: event!.record.key, envelope, sealed }]);
    await ingest.settle(30_000);
    expect(await opens(envelope.id)).toBe(true);
    expect(await erase(events(envelope.id))).toMatchObject({ status: 'done' });
    expect(await opens(envelope.id)).toBe(false);
    const [left] = await service.stores.index.events(TENANT, 'main', [envelope.id]);
    expect((await deps.sealer.open(left!.record)).body).toBe('erased');
  });

  it('takes with it the task states that do not open either, and is named where one may repeat it that does', async () => {
    const [gone] = await sayTwo();
    for (const goal of ['find zqvxk', 'find nothing'])
      await service.memory.ingest.updateTaskState({
        tenant: TENANT,
        space: 'main',
        session: 'run-1',
        update: { fields: { goals: [goal] } },
      });
    await service.memory.ingest.settle(30_000);
    const [, , unread, opened] = await service.stores.index.sessionEvents({
      tenant: TENANT,
      space: 'main',
      session: 'run-1',
      fromOrdinal: 1,
      limit: 9,
    });
    for (const id of [gone, unread!.record.envelope.id]) await index(id, true);
    expect(await erase(events(gone))).toMatchObject({
      status: 'incomplete',
      unread: { events: 1, places: [{ space: 'main', session: 'run-1', eventIds: [gone] }] },
      certificate: { statement: { remains: { unread: 1 } } },
    });
    const left = await service.readable();
    expect([gone, unread!.record.envelope.id, opened!.record.envelope.id].map((id) => left.has(id))).toEqual([false, false, true]);
    // The session folds as it did while they were unread.
    expect(service.memory.violations).toEqual([]);
    await service.say('main', 'run-1', [text('The tide waits.')]);
  });

  it('stays where its session has no key, which is told by session and id, and goes once the key is back', async () => {
    const [gone, stays] = await sayTwo();
    const putBack = await loseKey('run-1');
    const over = await erase(events(gone));
    expect(over).toMatchObject({ status: 'incomplete', undone: [{ space: 'main', session: 'run-1' }] });
    expect(over.certificate).toBeUndefined();
    expect(service.failures()).toEqual([]);
    putBack();
    await service.stores.keys.erasureMark!.write(0, '');
    await service.restart();
    await expect.poll(() => service.eraser().erasure(TENANT, over.id)).toMatchObject({ status: 'done', certificate: expect.anything() });
    expect([await opens(gone), await opens(stays)]).toEqual([false, true]);
  });

  it('is not touched where a hold on a data subject may keep it', async () => {
    const [held] = await sayTwo();
    await service.eraser().placeHold({ tenant: TENANT, scope: about('gull-1'), name: 'case', actor: 'key_h' });
    await index(held, true);
    expect(await erase(events(held), true)).toMatchObject({ counts: { events: 0 }, unread: { events: 1 } });
    expect(await erase(events(held))).toMatchObject({ status: 'incomplete', unread: { events: 1 } });
    expect(await opens(held)).toBe(true);
    // It turns out not to be the subject's, and goes.
    await index(held, false);
    await service.restart();
    await expect.poll(() => service.eraser().erasures(TENANT, 1)).toMatchObject([{ status: 'done', eventIds: [held] }]);
    expect(await opens(held)).toBe(false);
  });
});

describe('a data subject with events that do not open', () => {
  it('is told how many may be of it and where, in the dry run, the answer and the certificate, and these go once they open', async () => {
    const [first, second, other] = await service.say('main', 'run-1', [
      text('The pilot is ill.', 'pilot-1'),
      text('The pilot is well.', 'pilot-1'),
      text('The crane turns.'),
    ]);
    for (const { id } of [second!, other!]) await index(id, true);
    const unread = { events: 2, places: [{ space: 'main', session: 'run-1', eventIds: [second!.id, other!.id] }] };
    expect(await erase(about('pilot-1'), true)).toMatchObject({ status: 'planned', counts: { events: 1 }, unread });
    const over = await erase(about('pilot-1'));
    expect(over).toMatchObject({ status: 'incomplete', counts: { events: 1 }, unread });
    expect(over.certificate!.statement.remains).toMatchObject({ unread: 2 });
    expect(await opens(first!.id)).toBe(false);

    for (const { id } of [second!, other!]) await index(id, false);
    const [quote] = await service.say('main', 'run-2', [
      {
        kind: 'tool_result',
        text: 'Recalled: the pilot is well.',
        recall: { retrievalId: 'rtr_1', evidence: [{ eventId: second!.id }], renderingHash: 'a'.repeat(64) },
      },
    ]);
    await service.restart();
    await expect.poll(() => service.eraser().erasure(TENANT, over.id)).toMatchObject({ status: 'done', counts: { events: 3, quoting: 1 } });
    const done = await service.eraser().erasure(TENANT, over.id);
    expect(done!.unread).toBeUndefined();
    expect(done!.certificate!.statement).toMatchObject({ remains: { envelopes: 3 }, counts: { events: 3 } });
    expect(done!.certificate!.statement.remains.unread).toBeUndefined();
    const left = await service.readable();
    expect([second!, quote!, other!].map(({ id }) => left.has(id))).toEqual([false, false, true]);
    expect(service.failures()).toEqual([]);
  });

  it('is erased where none of its events opens yet, and is not done again while they do not', async () => {
    const [only] = await service.say('main', 'run-1', [text('The pilot is ill.', 'pilot-1')]);
    await index(only!.id, true);
    const over = await erase(about('pilot-1'));
    expect(over).toMatchObject({ status: 'incomplete', counts: { events: 0 }, unread: { events: 1 } });
    await service.restart();
    expect(await service.eraser().erasure(TENANT, over.id)).toEqual(over);
    expect(JSON.stringify(await service.stores.ledger.read(0, 0, 100))).not.toContain('pilot-1');
    await index(only!.id, false);
    await service.restart();
    await expect.poll(() => service.eraser().erasure(TENANT, over.id)).toMatchObject({ status: 'done', counts: { events: 1 } });
    expect(await opens(only!.id)).toBe(false);
  });

  it('is done where every event opens, as before', async () => {
    await service.say('main', 'run-1', [text('The pilot is ill.', 'pilot-1')]);
    const done = await erase(about('pilot-1'));
    expect(done).toMatchObject({ status: 'done' });
    expect(done.unread).toBeUndefined();
  });
});

describe('a tool result that does not open', () => {
  /** Has a session call a tool and loses what it answers; returns the id of the result. */
  async function loseResult(session: string, call: { readonly name: string; readonly arguments: string }): Promise<string> {
    const [, result] = await service.say('main', session, [
      { kind: 'tool_call', call: { id: 'c1', ...call } },
      { kind: 'tool_result', text: 'It is there.', call: { id: 'c1', name: call.name } },
    ]);
    await index(result!.id, true);
    return result!.id;
  }

  it('leaves no erasure of named events incomplete, in its session or another, where its call asked for no memory', async () => {
    const [gone, also] = await sayTwo();
    const args = { name: 'read', arguments: '{"path":"notes.md"}' };
    await loseResult('run-1', args);
    await loseResult('run-2', args);
    for (const id of [gone, also]) {
      const done = await erase(events(id));
      expect([done.status, done.unread]).toEqual(['done', undefined]);
    }
    expect(JSON.stringify(await service.stores.ledger.read(0, 0, 100))).not.toContain('"unread"');
  });

  it('is told where it may be of recall, though not by an erasure of what was said after it', async () => {
    const [gone] = await sayTwo();
    const result = await loseResult('run-2', { name: 'mcp__memory__recall', arguments: '{"query":"gull"}' });
    expect(await erase(events(gone), true)).toMatchObject({ unread: { places: [{ session: 'run-2', eventIds: [result] }] } });
    expect(await erase(events(gone))).toMatchObject({ status: 'incomplete', unread: { events: 1 } });
    service.pass(1);
    const [late] = await service.say('main', 'run-3', [text('The ferry leaves at six.')]);
    expect(await erase(events(late!.id))).toMatchObject({ status: 'done' });
  });
});
