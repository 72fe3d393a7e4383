import type { Embedder } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../system/system-random.ts';
import { createSystemScheduler } from '../system/system-scheduler.ts';
import { loadEmbedderInBackground } from './embedder-provider.ts';

const deps = { scheduler: createSystemScheduler(), random: createSystemRandom() };

function fakeEmbedder() {
  const closed = Promise.withResolvers<void>();
  const embedder: Embedder = { model: 'm', dimensions: 1, tokenDimensions: 0, embed: async () => [], close: async () => closed.resolve() };
  return { embedder, closed: closed.promise };
}

describe('loadEmbedderInBackground', () => {
  it('starts at once, tries again until there is one, and closes it', async () => {
    const { embedder, closed } = fakeEmbedder();
    const failures: string[] = [];
    let attempts = 0;
    const provider = loadEmbedderInBackground(deps, {
      open: async () => {
        attempts += 1;
        if (attempts < 3) throw new Error(`attempt ${attempts}`);
        return embedder;
      },
      onFailed: (error) => failures.push((error as Error).message),
      retry: { attempts: Infinity, firstDelayMs: 1, maxDelayMs: 2 },
    });
    expect(provider.current()).toBeUndefined();
    expect(provider.health()).toMatchObject({ ready: true, detail: expect.stringContaining('looked for; answers are from text alone') });
    await provider.start();
    expect(await provider.whenReady(AbortSignal.timeout(5_000))).toBe(embedder);
    expect(provider.current()).toBe(embedder);
    expect(provider.failing()).toBe(false);
    expect(failures).toEqual(['attempt 1', 'attempt 2']);
    await provider.stop();
    await closed;
  });

  it('does not sit out its pause where another attempt is worth it, and does where that cannot be told', async () => {
    const { embedder } = fakeEmbedder();
    const arrived = Promise.withResolvers<void>();
    let attempts = 0;
    const provider = loadEmbedderInBackground(deps, {
      open: async (_signal, say) => {
        attempts += 1;
        say('it is being unpacked');
        if (attempts === 1) throw new Error('not yet');
        return embedder;
      },
      sooner: () => arrived.promise,
      onFailed: () => arrived.resolve(),
      retry: { attempts: Infinity, firstDelayMs: 600_000, maxDelayMs: 600_000 },
    });
    await provider.start();
    expect(await provider.whenReady(AbortSignal.timeout(5_000))).toBe(embedder);
    await provider.stop();

    const failed = Promise.withResolvers<void>();
    const blind = loadEmbedderInBackground(deps, {
      open: () => Promise.reject(new Error('none')),
      sooner: () => Promise.reject(new Error('cannot look')),
      onFailed: () => failed.resolve(),
    });
    await blind.start();
    await failed.promise;
    expect(blind.health().detail).toContain('none');
    await blind.stop();
  });

  it('says what it is doing', async () => {
    const said = Promise.withResolvers<void>();
    const provider = loadEmbedderInBackground(deps, {
      open: (_signal, say) => {
        say('half of it is there');
        said.resolve();
        return new Promise(() => undefined);
      },
    });
    await provider.start();
    await said.promise;
    expect(provider.health()).toEqual({ ready: true, detail: 'half of it is there; answers are from text alone' });
    await provider.stop();
  });

  it('says what is wrong, and stops while it waits', async () => {
    const told = Promise.withResolvers<void>();
    const provider = loadEmbedderInBackground(deps, {
      open: () => Promise.reject(new Error('no such file')),
      onFailed: () => told.resolve(),
    });
    await provider.start();
    await told.promise;
    expect(provider.failing()).toBe(true);
    expect(provider.health()).toMatchObject({ ready: true, detail: expect.stringContaining('no such file') });
    await expect(provider.whenReady(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    await provider.stop();
  });

  it('does not wait for one that is late when it is stopped, and closes it when it comes', async () => {
    const { embedder, closed } = fakeEmbedder();
    const opening = Promise.withResolvers<Embedder>();
    const provider = loadEmbedderInBackground(deps, { open: () => opening.promise });
    await provider.start();
    await provider.stop();
    opening.resolve(embedder);
    await closed;
    expect(provider.current()).toBeUndefined();
  });
});
