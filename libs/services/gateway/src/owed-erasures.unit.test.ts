import { expect, it } from 'vitest';
import { createBareGateway } from '../testing/bare-gateway.ts';
import type { GatewayDeps } from './gateway.ts';

it.each(['eraser', 'owed'] as const)('nobody is let in while erasures of a restored copy are left to do (%s)', async (who) => {
  let isOwed = true;
  const gateway = createBareGateway({ [who]: { owes: () => isOwed } as GatewayDeps['eraser'] });
  const made = await gateway.bootstrap();
  const enter = () => gateway.enter(`Bearer ${made.kind === 'created' ? made.apiKey : ''}`);
  await expect(enter()).rejects.toMatchObject({ code: 'unavailable' });
  isOwed = false;
  expect(await enter()).toMatchObject({ tenant: 'default' });
  await gateway.stop();
});
