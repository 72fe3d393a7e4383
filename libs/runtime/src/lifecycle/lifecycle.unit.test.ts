import type { Scheduler } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import type { Component } from './component.ts';
import { createLifecycle } from './lifecycle.ts';

const NO_DEADLINE: Scheduler = {
  delay: (_ms, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  every: () => ({ cancel: () => undefined }),
};

function build() {
  const steps: string[] = [];
  const life = createLifecycle({ scheduler: NO_DEADLINE, startDeadlineMs: 100, stopDeadlineMs: 100 });
  const open = (name: string) => ({ close: async () => void steps.push(`-${name}`) });
  const component = (name: string, start: () => Promise<void> = async () => undefined): Component => ({
    name,
    start: () => {
      steps.push(`+${name}`);
      return start();
    },
    stop: async () => void steps.push(`-${name}`),
    health: () => ({ ready: steps.includes(`+${name}`) }),
  });
  return { steps, life, open, component };
}

describe('a lifecycle', () => {
  it('ends what was opened and started in the reverse order of both, once', async () => {
    const { steps, life, open, component } = build();
    await life.keep('stores', open('stores'));
    await life.start(component('core'));
    await life.keep('feed', Promise.resolve(open('feed')));
    await life.start(component('ports'), component('share'));
    expect(await Promise.all([life.stop(), life.stop()])).toEqual([{ problems: [] }, { problems: [] }]);
    expect(steps).toEqual(['+core', '+ports', '+share', '-share', '-ports', '-feed', '-core', '-stores']);
  });

  it('counts components for the health before their turn to start', async () => {
    const { life, open, component } = build();
    await life.keep('stores', open('stores'));
    let seen: unknown;
    const first = component('first', async () => void (seen = await life.health()));
    await life.start(first, component('second'));
    expect(seen).toMatchObject({ ready: false, components: { stores: { ready: true }, first: { ready: true }, second: { ready: false } } });
    expect(await life.health()).toMatchObject({ ready: true });
  });

  it('leaves what is open to its owner when a start fails, and begins nothing further', async () => {
    const { steps, life, open, component } = build();
    await life.keep('stores', open('stores'));
    const starting = life.start(
      component('core', () => Promise.reject(new Error('port in use'))),
      component('never'),
    );
    await expect(starting).rejects.toMatchObject({ code: 'unavailable', message: 'core could not be started: port in use' });
    expect(steps).toEqual(['+core']);
    await life.stop();
    expect(steps).toEqual(['+core', '-core', '-stores']);
  });

  it('keeps nothing that does not open', async () => {
    const { steps, life, open } = build();
    await life.keep('stores', open('stores'));
    await expect(life.keep('feed', Promise.reject(new Error('no broker')))).rejects.toThrow('no broker');
    expect(await life.stop()).toEqual({ problems: [] });
    expect(steps).toEqual(['-stores']);
  });
});
