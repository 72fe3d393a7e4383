import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, EventWire } from '@total-recall/client';
import { BERTHS, SPACE } from './fill-folder.ts';

/** Answers of the program that wrote a data folder, beside what opens it. Never changed. */
export interface RecordedFolder {
  /** Time of the commit that the program was built from. */
  readonly builtAt: string;
  /** API keys by what they are for; all but `revoked` worked when the folder was written. */
  readonly apiKeys: Readonly<Record<'admin' | 'reader' | 'revoked', string>>;
  readonly erasureId: string;
  readonly answers: MemoryAnswers;
}

/** Answers that say what was stored and decided, which no later version may answer otherwise. */
export interface MemoryAnswers {
  readonly sessions: readonly object[];
  /** Texts of all attached files and large results. */
  readonly files: readonly string[];
  readonly facts: readonly object[];
  readonly policy: object;
  readonly holds: readonly object[];
  readonly keys: readonly object[];
  readonly certificate: object;
}

const ARCHIVES = import.meta.dirname;
const ENDING = '.tar.gz';
const DATA = 'data';
const RECORD = 'recorded.json';
const AUDIT = 'audit.jsonl';

/** Returns the names of all recorded folders, the earliest first. */
export async function recordedFolders(): Promise<string[]> {
  const files = await readdir(ARCHIVES);
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

interface Unpacked {
  readonly dataDir: string;
  /** File with the audit as it was exported. */
  readonly audit: string;
  readonly recorded: RecordedFolder;
}

/** Unpacks a recorded folder into one that is not there yet. */
export async function unpackFolder(name: string, to: string): Promise<Unpacked> {
  await mkdir(to);
  execFileSync('tar', ['-xzf', join(ARCHIVES, `${name}${ENDING}`)], { cwd: to });
  const recorded = JSON.parse(await readFile(join(to, RECORD), 'utf8')) as RecordedFolder;
  return { dataDir: join(to, DATA), audit: join(to, AUDIT), recorded };
}

/** Packs the data folder and the audit that `from` holds, under a name. */
export async function packFolder(name: string, from: string, recorded: RecordedFolder): Promise<void> {
  await writeFile(join(from, RECORD), `${JSON.stringify(recorded, null, 1)}\n`);
  const archive = join(ARCHIVES, `${name}${ENDING}`);
  execFileSync('tar', ['-czf', `${archive}.draft`, '--owner=0', '--group=0', DATA, AUDIT, RECORD], { cwd: from });
  await rename(`${archive}.draft`, archive);
}

export async function readMemory(client: Client, erasureId: string): Promise<MemoryAnswers> {
  const space = client.space(SPACE);
  const sessions: object[] = [];
  const files: string[] = [];
  for (const { session: name } of (await space.sessions()).sessions.toSorted((a, b) => (a.session < b.session ? -1 : 1))) {
    const session = space.session(name);
    const events: EventWire[] = [];
    for await (const event of session.allEvents()) events.push(event);
    for (const { id } of events.flatMap(({ body }) => body?.artifacts ?? []))
      files.push(Buffer.from((await space.artifact(id)).bytes).toString());
    sessions.push({ name, events, cycle: (await session.get()).cycle, task: (await session.taskState()).state });
  }
  const { facts } = await space.facts({ history: 'true' });
  const answers: MemoryAnswers = {
    sessions,
    files,
    facts,
    policy: (await space.session(BERTHS).policy()).settings,
    holds: (await client.holds()).holds,
    keys: (await client.keys()).keys,
    certificate: (await client.erasure(erasureId)).certificate!,
  };
  return JSON.parse(JSON.stringify(answers)) as MemoryAnswers;
}
