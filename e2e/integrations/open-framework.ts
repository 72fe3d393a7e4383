import type { SessionClient } from '@total-recall/client';
import { scriptedModel, type ScriptedAnswer, type ScriptedCall } from '../agent-loops/scripted-model.ts';
import { openVendorServer, type VendorServer } from '../agent-loops/vendor-server.ts';
import { openMemory, type Memory } from './open-memory.ts';

/** The surroundings of a test of a framework: a service that knows one thing already, and a vendor that answers by a script. */
export interface Framework {
  readonly memory: Memory;
  readonly vendor: VendorServer;
  readonly session: (name: string) => SessionClient;
  readonly script: (...answers: ScriptedAnswer[]) => void;
  close(): Promise<void>;
}

export async function openFramework(): Promise<Framework> {
  const memory = await openMemory();
  const vendor = await openVendorServer();
  const session = (name: string): SessionClient => memory.client.space('work').session(name);
  await session('earlier').append({ kind: 'user_message', text: 'The staging database listens on port 54329.' }, { wait: 'searchable' });
  return {
    memory,
    vendor,
    session,
    script: (...answers) => vendor.script(scriptedModel(answers)),
    async close() {
      await memory.close();
      await vendor.close();
    },
  };
}

export const call = (id: string, name: string, args: object): ScriptedCall => ({ id, name, arguments: JSON.stringify(args) });
export const RECALL = call('call_r', 'recall', { query: 'port of the staging database' });

/** Sixty turns that no small window holds. */
export const LONG_TALK = Array.from({ length: 60 }, (_, at) => [
  { role: 'user' as const, content: `Step ${at}: ${'a word and another one. '.repeat(20)}` },
  { role: 'assistant' as const, content: `Done with step ${at}.` },
]).flat();
