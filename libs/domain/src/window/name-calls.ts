import { fingerprint } from '../policy/resolve-policy.ts';
import type { ChatTemplate } from '../policy/session-policy.ts';

/** Longest id that OpenAI accepts. */
const ID_CHARS = 40;
const HASH_CHARS = 16;

/** Converts the nth use of an id in a window to a form that the API accepts. */
type WriteCallId = (callId: string, use: number) => string;

/** Writes ids for OpenAI: unchanged up to 40 characters; nine letters and digits for templates that require them. */
export function openAiCallId(template: ChatTemplate): WriteCallId {
  return template === 'strict'
    ? (callId, use) => fingerprint(`${callId}\n${use}`).slice(0, 9)
    : numbered((callId) => callId.toWellFormed());
}

/** Writes ids for Anthropic: letters, digits, `_` and `-`. */
export const anthropicCallId: WriteCallId = numbered((callId) => callId.replaceAll(/[^A-Za-z0-9_-]/g, '_'));

function numbered(clean: (callId: string) => string): WriteCallId {
  return (callId, use) => {
    const plain = shorten(clean(callId).trim() || 'call', callId);
    if (use === 1) return plain;
    const number = `_${use}`;
    return plain.slice(0, ID_CHARS - number.length).toWellFormed() + number;
  };
}

/** Shortens a long id to its beginning and a hash of the whole, which keeps it unique. */
function shorten(id: string, whole: string): string {
  return id.length <= ID_CHARS ? id : `${id.slice(0, ID_CHARS - HASH_CHARS - 1).toWellFormed()}_${fingerprint(whole)}`;
}

/**
 * Names the calls of a window in order: each id in the API's form, with a number if it was used before. Agents reuse
 * ids, and the APIs require them to be unique.
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
