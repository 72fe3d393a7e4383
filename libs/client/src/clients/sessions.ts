import type { JsonCall } from '../calls/json-call.ts';
import { createSessionClient, type SessionClient } from './session-client.ts';
import type { ToolNames } from '../tools/tool-names.ts';

export type OpenSession = (space: string, session: string) => SessionClient;

/** Sessions that are held by a client; one that was not asked for longest goes for a further one. */
const MOST_HELD = 1_000;

/** Opens each session once: adapters keep by it what they know of a conversation, and would send all of it again. */
export function createSessions(call: JsonCall, names: ToolNames): OpenSession {
  const held = new Map<string, SessionClient>();
  return (space, session) => {
    const name = JSON.stringify([space, session]);
    const client = held.get(name) ?? createSessionClient(call, names, { space, session });
    held.delete(name);
    held.set(name, client);
    if (held.size > MOST_HELD) held.delete(held.keys().next().value!);
    return client;
  };
}
