import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Client } from '@total-recall/client';
import { importFile } from '@total-recall/gateway';
import { importSession, type ImportFormat } from '@total-recall/importers';
import { createRemoteAppend } from '../service/append-remotely.ts';
import { findSessions } from '../service/find-sessions.ts';

/**
 * Changes where a file gives other sequences than before: what was noted of it then says nothing any more, and all of it
 * is sent again, of which the service stores what it has not.
 */
const READER = 2;

/** Progress of the capture of a conversation: for each file its size, and what of each session was sent. */
export interface Captured {
  files: Record<string, { sizeBytes: number; done: Record<string, number>; reader?: number }>;
}

/**
 * Sends what a transcript, and those of its subagents, hold beyond what was sent. Sending twice stores nothing twice,
 * so a capture that was cut off goes on where it was. Returns the name of the main session, also where the signal ended
 * the capture.
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
): Promise<string | undefined> {
  const append = createRemoteAppend(client, signal);
  const main = await readFile(path);
  const session = sessionOf(path, main, format);
  // Claude Code keeps subagents in a folder named after the conversation; other agents have none there.
  const folder = join(dirname(path), basename(path, '.jsonl'));
  const others = await findSessions(folder).catch(() => []);
  for (const file of [path, ...others.map((other) => other.path)]) {
    if (signal.aborted) break;
    const { size } = await stat(file);
    const noted = captured.files[file];
    const known = noted?.reader === READER ? noted : undefined;
    if (known?.sizeBytes === size) continue;
    const bytes = file === path ? main : await readFile(file);
    const own = sessionOf(file, bytes, format);
    if (own === undefined) continue;
    const done = new Map(Object.entries(known?.done ?? {}));
    try {
      await importFile({ address: { tenant: '', space, session: own }, bytes, format, done }, append);
      captured.files[file] = { sizeBytes: bytes.length, done: Object.fromEntries(done), reader: READER };
    } catch (error) {
      captured.files[file] = { sizeBytes: -1, done: Object.fromEntries(done), reader: READER };
      if (!signal.aborted) throw error;
    }
  }
  return session;
}

function sessionOf(path: string, bytes: Uint8Array, format: ImportFormat): string | undefined {
  const { sessions } = importSession({ name: basename(path), bytes, format });
  return (sessions.find(({ parentSession }) => parentSession === undefined) ?? sessions[0])?.session;
}
