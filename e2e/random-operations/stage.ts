import { TotalRecallApiError, type SessionClient, type SpaceClient } from '@total-recall/client';
import type { LiveMemory } from './live-memory.ts';
import { pick, SESSIONS, type MemoryModel } from './memory-model.ts';

/** A memory with what it must say. */
export interface Stage {
  readonly memory: LiveMemory;
  readonly model: MemoryModel;
  readonly space: SpaceClient;
  readonly sessionOf: (name: string) => SessionClient;
}

const SPACE = 'random';

/** The stage as it is now; a restart ends it. */
export function stageOf(memory: LiveMemory, model: MemoryModel): Stage {
  const space = memory.client.space(SPACE);
  return { memory, model, space, sessionOf: (name) => space.session(name) };
}

/** Asks for the erasure of something of the space and waits until it is done. */
export async function eraseWhole(
  { memory, model }: Stage,
  what: { readonly session?: string; readonly eventIds?: readonly string[] },
): Promise<void> {
  let erasure = await memory.client.call('erase', { body: { space: SPACE, ...what } });
  for (let tries = 0; erasure.status === 'running' && tries < 1_000; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    erasure = await memory.client.call('getErasure', { params: { erasureId: erasure.id } });
  }
  if (erasure.status !== 'done') throw new Error(`an erasure ended as ${erasure.status}`);
  model.era += 1;
}

/** A session that may still be spoken in. */
export function liveSession(model: MemoryModel, at: number): string {
  return pick(
    SESSIONS.filter((name) => !model.erasedSessions.has(name)),
    at,
  )!;
}

/** A session that holds something. */
export function spokenSession(model: MemoryModel, at: number): string | undefined {
  return pick(
    SESSIONS.filter((name) => model.sessions.has(name) && !model.erasedSessions.has(name)),
    at,
  );
}

/** Runs a call that may be refused with one of these codes; undefined where it was. */
export async function refusable<T>(codes: readonly string[], call: () => Promise<T>): Promise<T | undefined> {
  return call().catch(orNothing(codes, undefined));
}

/** Returns a handler that gives `nothing` for an error with one of these codes. */
export function orNothing<T>(codes: readonly string[], nothing: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof TotalRecallApiError && codes.includes(error.code)) return nothing;
    throw error;
  };
}
