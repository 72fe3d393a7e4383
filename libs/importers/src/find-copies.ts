import { createHash } from 'node:crypto';
import { isRecord, textOf, timeOf, type JsonRecord } from './json-values.ts';

/** The records that carry text of the conversation. */
export const SAID: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);

/**
 * Finds records that Claude Code wrote again when a conversation was resumed: under new uuids, with the times, message
 * ids and blocks of the first ones. A message of several blocks may come again as a record for each of them. Memory is
 * linear in the number of blocks, not in their size.
 */
export function createCopyFinder() {
  /** Uuid of the record that first held a block. */
  const holders = new Map<string, string | undefined>();
  const originals = new Map<string, string | undefined>();
  return {
    /** Returns the uuid of the record that a record repeats, and any other uuid as it is. */
    firstOf: (uuid: string | undefined): string | undefined => (uuid === undefined ? undefined : (originals.get(uuid) ?? uuid)),
    /** Notes that what follows a record follows another one, which says the same. */
    noteCopy(uuid: string | undefined, of: string | undefined): void {
      if (uuid !== undefined && of !== undefined && uuid !== of) originals.set(uuid, originals.get(of) ?? of);
    },
    /** Returns true where every block of the record stood in earlier ones; else remembers its blocks. */
    isCopy(record: JsonRecord, uuid: string | undefined): boolean {
      const keys = blockKeys(record);
      if (keys.length > 0 && keys.every((key) => holders.has(key))) {
        if (uuid !== undefined) originals.set(uuid, holders.get(keys.at(-1)!));
        return true;
      }
      for (const key of keys) if (!holders.has(key)) holders.set(key, uuid);
      return false;
    },
  };
}

/** Returns a key for each block of a record; none for a record that has no time, or cannot be told from another. */
function blockKeys(record: JsonRecord): string[] {
  const { type, timestamp, subtype, isMeta, isCompactSummary } = record;
  const agent = textOf(record.agentId);
  // Subagents that begin in the same millisecond with the same prompt are two.
  const isRoot = record.isSidechain === true && agent === undefined && textOf(record.parentUuid) === undefined;
  if (typeof type !== 'string' || !SAID.has(type) || isRoot || timeOf(timestamp) === undefined) return [];
  const message = isRecord(record.message) ? record.message : {};
  const content = type === 'system' ? record.content : message.content;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  const frame = [type, timestamp, record.isSidechain === true, agent, message.id, subtype, isMeta, isCompactSummary];
  return blocks.map((block: unknown) =>
    createHash('sha256')
      .update(JSON.stringify([...frame, block]))
      .digest('base64'),
  );
}
