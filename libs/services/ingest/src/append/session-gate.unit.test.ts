import { expect, it } from 'vitest';
import { createSessionGate } from './session-gate.ts';

const AT = { tenant: 'acme', space: 'main', session: 'run-1' };
const BESIDE = { ...AT, session: 'run-2' };

it('a session that is closed waits for what is under way, lets nobody in, and is open again behind it', async () => {
  const gate = createSessionGate();
  const order: string[] = [];
  let land = (): void => undefined;
  const flying = gate.enter(AT, async () => {
    await new Promise<void>((resolve) => (land = resolve));
    order.push('appended');
  });
  const closing = gate.withoutAppends([AT], async () => {
    order.push('taken out');
    await expect(gate.enter(AT, async () => 'in')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await gate.enter(BESIDE, async () => 'in')).toBe('in');
  });
  await expect(gate.enter(AT, async () => 'in')).rejects.toMatchObject({ code: 'unavailable' });
  land();
  await Promise.all([flying, closing]);
  expect(order).toEqual(['appended', 'taken out']);
  expect(await gate.enter(AT, async () => 'in')).toBe('in');
});

it('a session stays closed by what failed behind its begin, until that is over, whatever comes in between', async () => {
  const gate = createSessionGate();
  let isOver = false;
  const fail = (begin: (over: () => boolean) => void, isBegun: boolean): Promise<never> => {
    if (isBegun) begin(() => isOver);
    throw new Error('the disk is full');
  };
  await expect(gate.withoutAppends([AT], async (begin) => fail(begin, false))).rejects.toThrow('the disk is full');
  expect(await gate.enter(AT, async () => 'in')).toBe('in');
  await expect(gate.withoutAppends([AT], async (begin) => fail(begin, true))).rejects.toThrow('the disk is full');
  await gate.withoutAppends([AT, BESIDE], async () => undefined);
  await expect(gate.enter(AT, async () => 'in')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await gate.enter(BESIDE, async () => 'in')).toBe('in');
  isOver = true;
  expect(await gate.enter(AT, async () => 'in')).toBe('in');
});
