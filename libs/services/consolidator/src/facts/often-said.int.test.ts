import { MOST_EVIDENCE, storedSpaceUnits } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER } from '../consolidator-deps.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('a fact that is said again and again outlives the sessions that said it first', async () => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  const said = 'The staging port is 4100.';
  const sessions = Array.from({ length: MOST_EVIDENCE + 4 }, (_, nth) => `nth-${nth}`);
  for (const [nth, session] of sessions.entries()) {
    await service.say(session, { kind: 'user_message', text: said, occurredAt: Date.UTC(2023, 5, 1 + nth) });
    await service.consolidator().consolidate(PLACE);
  }
  for (const session of sessions.slice(0, MOST_EVIDENCE)) {
    const scope = { kind: 'session', space: PLACE.space, session } as const;
    await service.eraser().erase({ tenant: PLACE.tenant, scope, actor: 'key_e' });
  }
  expect(await service.current()).toEqual([said]);
  const units = await service.consolidator().unitsOf(PLACE);
  await service.restart({ losesUnits: true });
  expect(storedSpaceUnits(await service.consolidator().unitsOf(PLACE))).toEqual(storedSpaceUnits(units));
  await service.stop();
});
