import type { SessionClient, SpaceClient } from '@total-recall/client';
import { allEvents, pick, type MemoryModel } from './memory-model.ts';
import type { LiveMemory } from './live-memory.ts';
import type { World } from './world.ts';

/** A memory with what it must say, for one step. */
export interface Stage {
  readonly world: World;
  readonly memory: LiveMemory;
  readonly model: MemoryModel;
  readonly space: SpaceClient;
  readonly sessionOf: (name: string) => SessionClient;
}

export const SPACE = 'random';

/** The stage as it is now; a restart ends it. */
export function stageOf(world: World): Stage {
  const { memory, model } = world;
  const space = memory.client.space(SPACE);
  return { world, memory, model, space, sessionOf: (name) => space.session(name) };
}

/** A session that may still be spoken in. */
export function liveSession(model: MemoryModel, at: number): string {
  const live = model.names.filter((name) => !model.erasedSessions.has(name));
  if (live.length > 0) return pick(live, at)!;
  const name = `more-${(model.counter += 1)}`;
  model.names.push(name);
  return name;
}

/** Sessions that hold something, and were not erased as a whole. */
export function spokenSessions(model: MemoryModel): string[] {
  return model.names.filter((name) => model.sessions.has(name) && !model.erasedSessions.has(name));
}

/** A session that holds something. */
export function spokenSession(model: MemoryModel, at: number): string | undefined {
  return pick(spokenSessions(model), at);
}

export function unerased(model: MemoryModel, at: number) {
  return pick(
    allEvents(model).filter(({ isErased }) => !isErased),
    at,
  );
}
