import type { ErasureScope, NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** The two events that a report on a subtask appends: the report of the executor, and its copy above. */
async function reported() {
  const service = await serveErasing(tokens);
  const [seen] = await service.say('main', 'plan.look', [{ kind: 'agent_message', text: 'The gull nests.' }]);
  const report: NewEvent = {
    kind: 'report',
    text: 'Report on look by session plan.look, done: The gull nests.',
    meta: { provenance: [seen!.id] },
    report: { subtaskId: 'look', session: 'plan.look', status: 'done', summary: 'The gull nests.', keyFindings: [], artifactIds: [] },
  };
  const [own] = await service.say('main', 'plan.look', [report]);
  const [copy, kept] = await service.say('main', 'plan', [
    { ...report, meta: { provenance: [seen!.id, own!.id] } },
    { kind: 'agent_message', text: 'Then we wait.' },
  ]);
  return { service, seen: seen!, own: own!, copy: copy!, kept: kept! };
}

describe('an erased report', () => {
  it.each(['session', 'events'] as const)('takes its copy in the session above with it (%s)', async (kind) => {
    const { service, own, copy, kept } = await reported();
    const scope: ErasureScope =
      kind === 'session' ? { kind, space: 'main', session: 'plan.look' } : { kind, space: 'main', eventIds: [own.id] };
    expect(await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' })).toMatchObject({
      status: 'done',
      counts: { quoting: 1 },
    });
    const readable = await service.readable();
    expect([own, copy, kept].map(({ id }) => readable.has(id))).toEqual([false, false, true]);
    await service.stop();
  });

  it('stays, with its copy, where only evidence of it is erased', async () => {
    const { service, seen, own, copy } = await reported();
    const scope: ErasureScope = { kind: 'events', space: 'main', eventIds: [seen.id] };
    expect(await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' })).toMatchObject({ counts: { quoting: 0 } });
    const readable = await service.readable();
    expect([seen, own, copy].map(({ id }) => readable.has(id))).toEqual([false, true, true]);
    await service.stop();
  });
});
