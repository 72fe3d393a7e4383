import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Client } from '@total-recall/client';
import { importFile } from '@total-recall/gateway';
import { importSession, mainSession, type ImportFormat } from '@total-recall/importers';
import type { SentEvents } from '@total-recall/runtime';
import { createRemoteAppend } from '../service/append-remotely.ts';
import { findSessions } from '../service/find-sessions.ts';
import { remoteImportedBefore } from '../service/imported-before.ts';

/**
 * Changes where a file gives other sequences than before, or what was sent is noted otherwise: what was noted then says
 * nothing any more, and all of the file is sent again, of which the service stores what it has not.
 */
const READER = 5;

/** Progress of the capture of a conversation: for each file its size and time, and what of each session was sent. */
export interface Captured {
  files: Record<string, { sizeBytes: number; modifiedAt?: number; sent?: Record<string, readonly string[]>; reader?: number }>;
}

/** The main session of a transcript, and what the conversation has of another one that it was forked from. */
export interface Conversation {
  readonly session: string;
  /** That one, and the time of the newest event of it that is repeated, in epoch milliseconds. */
  readonly forkedFrom?: { readonly session: string; readonly until: number };
}

/**
 * Sends what a transcript, and those of its subagents, hold beyond what was sent. Sending twice stores nothing twice,
 * so a capture that was cut off goes on where it was. Returns the conversation, also where the signal ended the capture.
 */
export async function captureTranscript(
  path: string,
  {
    client,
    space,
    format,
    captured,
    signal,
  }: { client: Client; space: string; format: ImportFormat; captured: Captured; signal: AbortSignal },
): Promise<Conversation | undefined> {
  const append = createRemoteAppend(client, signal);
  const before = remoteImportedBefore(client, space, signal);
  const statBefore = await stat(path);
  const main = await readFile(path);
  const conversation = conversationOf(path, main, format);
  // Claude Code keeps subagents in a folder named after the conversation; other agents have none there.
  const folder = join(dirname(path), basename(path, '.jsonl'));
  const others = await findSessions(folder).catch(() => []);
  for (const file of [path, ...others.map((other) => other.path)]) {
    if (signal.aborted) break;
    const { size, mtimeMs: modifiedAt } = file === path ? statBefore : await stat(file);
    const noted = captured.files[file];
    const known = noted?.reader === READER ? noted : undefined;
    if (known?.sizeBytes === size && known.modifiedAt === modifiedAt) continue;
    const bytes = file === path ? main : await readFile(file);
    const own = file === path ? conversation?.session : conversationOf(file, bytes, format)?.session;
    if (own === undefined) continue;
    const sent: SentEvents = new Map(Object.entries(known?.sent ?? {}));
    try {
      await importFile({ address: { tenant: '', space, session: own }, bytes, format, sent }, append, before);
      captured.files[file] = { sizeBytes: bytes.length, modifiedAt, sent: Object.fromEntries(sent), reader: READER };
    } catch (error) {
      captured.files[file] = { sizeBytes: -1, sent: Object.fromEntries(sent), reader: READER };
      if (!signal.aborted) throw error;
    }
  }
  return conversation;
}

function conversationOf(path: string, bytes: Uint8Array, format: ImportFormat): Conversation | undefined {
  const main = mainSession(importSession({ name: basename(path), bytes, format }).sessions);
  if (main === undefined) return undefined;
  const { session, parentSession, events, repeatedEvents = 0 } = main;
  const until = events[repeatedEvents - 1]?.occurredAt;
  return { session, ...(parentSession !== undefined && until !== undefined && { forkedFrom: { session: parentSession, until } }) };
}
