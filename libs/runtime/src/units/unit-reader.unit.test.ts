import { emptySpaceUnits, type SpaceUnits } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createUnitReader } from './unit-reader.ts';

const state = (sequence: number, space = 'dock'): SpaceUnits => ({ ...emptySpaceUnits('acme', space), sequence });

function reading(saved: Map<string, SpaceUnits>) {
  const asked: string[] = [];
  let nowMs = 0;
  const store = {
    sequenceOf: async ({ space }: { space: string }) => {
      asked.push(`sequence ${space}`);
      return saved.get(space)?.sequence;
    },
    load: async ({ space }: { space: string }) => {
      asked.push(`load ${space}`);
      return saved.get(space);
    },
  };
  const reader = createUnitReader(store, { monotonicMs: () => nowMs }, { freshMs: 1_000 });
  return { reader, asked: () => asked.splice(0), wait: (ms: number) => void (nowMs += ms) };
}

describe('a reader of units', () => {
  it('loads a state once, and again only where its sequence moved', async () => {
    const saved = new Map([['dock', state(3)]]);
    const { reader, asked, wait } = reading(saved);
    expect(await reader.of('acme', 'dock')).toEqual(state(3));
    expect(await reader.of('acme', 'dock')).toEqual(state(3));
    expect(asked()).toEqual(['sequence dock', 'load dock']);
    wait(1_000);
    expect(await reader.of('acme', 'dock')).toEqual(state(3));
    expect(asked()).toEqual(['sequence dock']);
    saved.set('dock', state(4));
    wait(999);
    expect(await reader.of('acme', 'dock')).toEqual(state(3));
    wait(1);
    expect(await reader.of('acme', 'dock')).toEqual(state(4));
    expect(asked()).toEqual(['sequence dock', 'load dock']);
  });

  it('loads nothing of a space without units, and tells spaces apart', async () => {
    const { reader, asked } = reading(new Map([['dock', state(3)]]));
    expect(await reader.of('acme', 'pier')).toBeUndefined();
    expect(await reader.of('acme', 'pier')).toBeUndefined();
    expect(await reader.of('acme', 'dock')).toEqual(state(3));
    expect(asked()).toEqual(['sequence pier', 'sequence dock', 'load dock']);
  });

  it('asks once for all that want a space at the same time', async () => {
    const { reader, asked } = reading(new Map([['dock', state(3)]]));
    await Promise.all([reader.of('acme', 'dock'), reader.of('acme', 'dock')]);
    expect(asked()).toEqual(['sequence dock', 'load dock']);
  });

  it('forgets a state that the store no longer has', async () => {
    const saved = new Map([['dock', state(3)]]);
    const { reader, wait } = reading(saved);
    await reader.of('acme', 'dock');
    saved.clear();
    wait(1_000);
    expect(await reader.of('acme', 'dock')).toBeUndefined();
  });
});
