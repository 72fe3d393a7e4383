import type { DelegationPacket, ErasureScope, NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const PACKET: DelegationPacket = {
  subtaskId: 'look',
  objective: 'Look for gulls.',
  constraints: ['Never touch a nest.', 'Be back by nine.'],
  acceptanceCriteria: [],
  keyEventRefs: [],
  relevantArtifactIds: [],
  recallAccess: 'space',
  session: 'plan.look',
};

/** A planner that delegated, and its executor, as the gateway writes them; then a recall of the objective elsewhere. */
async function delegated() {
  const service = await serveErasing(tokens);
  const grant = { subtaskId: 'look', run: 'plan', level: 1, recallAccess: 'space', keyEvents: [] } as const;
  const first: NewEvent[] = [
    { kind: 'objective', text: 'Subtask look: Look for gulls.', meta: { parent: { session: 'plan', delegation: grant } } },
    ...PACKET.constraints.map((text): NewEvent => ({ kind: 'constraint', text })),
  ];
  const [kept] = await service.say('main', 'plan', [{ kind: 'user_message', text: 'What lives at the quay?' }]);
  const [objective, ...constraints] = await service.say('main', 'plan.look', first);
  const [packet] = await service.say('main', 'plan', [
    { kind: 'delegation', text: 'Delegated look to session plan.look: Look for gulls.', delegation: PACKET },
  ]);
  const [own, done] = await service.say('main', 'plan.look', [
    { kind: 'constraint', text: 'Whisper.' },
    { kind: 'agent_message', text: 'I am on my way.' },
  ]);
  const [recalled] = await service.say('main', 'other', [
    {
      kind: 'tool_result',
      call: { id: 'c1', name: 'recall' },
      text: 'Subtask look: Look for gulls.',
      recall: { retrievalId: 'ret_1', evidence: [{ eventId: objective!.id }], renderingHash: 'a'.repeat(64) },
    },
  ]);
  const erase = (scope: ErasureScope) => service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' });
  const isReadable = async () => {
    const readable = await service.readable();
    const stays = (said: { readonly id: string } | undefined): boolean => readable.has(said!.id);
    return {
      kept: stays(kept),
      packet: stays(packet),
      objective: stays(objective),
      constraints: constraints.map(stays),
      own: [stays(own), stays(done)],
      recalled: stays(recalled),
    };
  };
  return { service, erase, isReadable, packet: packet!, objective: objective!, constraints, own: own! };
}

describe('an erased delegation', () => {
  it('takes the objective and the constraints of its executor with it, and what recalled them', async () => {
    const { service, erase, isReadable, packet } = await delegated();
    expect(await erase({ kind: 'events', space: 'main', eventIds: [packet.id] })).toMatchObject({ status: 'done', counts: { quoting: 4 } });
    const gone = { packet: false, objective: false, constraints: [false, false], recalled: false };
    expect(await isReadable()).toEqual({ kept: true, own: [true, true], ...gone });
    await service.stop();
  });

  it('takes them with the session of its planner, too', async () => {
    const { service, erase, isReadable } = await delegated();
    await erase({ kind: 'session', space: 'main', session: 'plan' });
    expect(await isReadable()).toEqual({
      kept: false,
      packet: false,
      objective: false,
      constraints: [false, false],
      own: [true, true],
      recalled: false,
    });
    await service.stop();
  });

  it('goes with the session of its executor, and with an event of it that the packet wrote', async () => {
    const whole = await delegated();
    await whole.erase({ kind: 'session', space: 'main', session: 'plan.look' });
    expect(await whole.isReadable()).toMatchObject({ kept: true, packet: false, objective: false, recalled: false });
    await whole.service.stop();
    const one = await delegated();
    await one.erase({ kind: 'events', space: 'main', eventIds: [one.constraints[1]!.id] });
    const stays = { kept: true, objective: true, constraints: [true, false], recalled: true };
    expect(await one.isReadable()).toMatchObject({ ...stays, packet: false });
    await one.service.stop();
  });

  it('stays where the executor loses what it did not write', async () => {
    const { service, erase, isReadable, own } = await delegated();
    await erase({ kind: 'events', space: 'main', eventIds: [own.id] });
    expect(await isReadable()).toEqual({
      kept: true,
      packet: true,
      objective: true,
      constraints: [true, true],
      own: [false, true],
      recalled: true,
    });
    await service.stop();
  });
});
