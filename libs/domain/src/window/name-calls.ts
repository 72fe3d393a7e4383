import { fingerprint } from '../policy/resolve-policy.ts';
import type { ChatTemplate } from '../policy/session-policy.ts';

/** OpenAI refuses longer ids. */
const ID_CHARS = 40;
const HASH_CHARS = 16;

/** Writes an id for its nth use in a window, so that the API takes it. */
export type WriteCallId = (callId: string, use: number) => string;

/** Ids as OpenAI takes them: as they are up to 40 characters. A template that wants nine letters and digits gets those. */
export function openAiCallId(template: ChatTemplate): WriteCallId {
  return template === 'strict'
    ? (callId, use) => fingerprint(`${callId}\n${use}`).slice(0, 9)
    : numbered((callId) => callId.toWellFormed());
}

/** Ids as Anthropic takes them: letters, digits, `_` and `-`. */
export const anthropicCallId: WriteCallId = numbered((callId) => callId.replaceAll(/[^A-Za-z0-9_-]/g, '_'));

function numbered(clean: (callId: string) => string): WriteCallId {
  return (callId, use) => {
    const plain = shorten(clean(callId).trim() || 'call', callId);
    if (use === 1) return plain;
    const number = `_${use}`;
    return plain.slice(0, ID_CHARS - number.length) + number;
  };
}

/** A long id keeps its head; the hash of the whole tells it from others. */
function shorten(id: string, whole: string): string {
  return id.length <= ID_CHARS ? id : `${id.slice(0, ID_CHARS - HASH_CHARS - 1).toWellFormed()}_${fingerprint(whole)}`;
}

/**
 * Names the calls of a window in order: each id as the API takes it, with a number where it was used before, as agents use ids again
 * and the APIs want each once.
 */
export function createCallNames(write: WriteCallId): { next(callId: string): string; readonly renamed: Readonly<Record<string, string>> } {
  const taken = new Set<string>();
  const uses = new Map<string, number>();
  const renamed: Record<string, string> = {};
  return {
    renamed,
    next(callId) {
      for (let use = (uses.get(callId) ?? 0) + 1; ; use++) {
        const name = write(callId, use);
        if (taken.has(name)) continue;
        taken.add(name);
        uses.set(callId, use);
        if (name !== callId) renamed[name] = callId;
        return name;
      }
    },
  };
}
