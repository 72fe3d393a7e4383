import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('gives no port twice, though nobody listens yet on those that were given', async () => {
  const ports: number[] = [];
  for (let at = 0; at < 1_000; at += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
