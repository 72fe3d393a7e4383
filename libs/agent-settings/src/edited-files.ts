import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export interface Edit {
  readonly path: string;
  /** File that is written, where the path leads to another one over a link. */
  readonly target?: string;
  /** Text of the file as it is; absent where there is none. */
  readonly before?: string;
  /** Text that it is to have; absent where it is to go. */
  readonly after?: string;
}

/** An edit that adds our part. */
export interface Addition extends Edit {
  readonly after: string;
  /** The text as it is, without what an earlier installation added to it; absent where nothing else is in it. */
  readonly bare?: string;
}

interface Original {
  readonly before: string | null;
  readonly after: string;
}

/** Returns the text of a file; undefined where there is none. Throws SyntaxError where it is not UTF-8: it would not be the same when written. */
export async function readIfThere(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined) return undefined;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) throw new SyntaxError('it is not written in UTF-8');
  return text;
}

/** Writes the edits, and keeps what was there in `folder`, so that it can be put back byte for byte. */
export async function applyEdits(edits: readonly Addition[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { path, before, after, bare } of edits) {
    const kept = originalOf(path, folder);
    // Over an earlier installation that nobody changed, what was there before that one stays the original.
    const earlier = await readOriginal(kept);
    const original = earlier && earlier.after === before ? earlier.before : (bare ?? null);
    await write(kept, JSON.stringify({ before: original, after } satisfies Original), 0o600);
    await write(path, after);
  }
}

/**
 * Says how to take our part out of a file: what was there comes back byte for byte where nobody wrote since, else
 * `without` takes ours out and leaves the rest.
 */
export async function undoOf(path: string, folder: string, without: (text: string) => string | undefined): Promise<Edit> {
  const [before, original, linked] = await Promise.all([readIfThere(path), readOriginal(originalOf(path, folder)), linkedTo(path)]);
  if (before === undefined) return { path };
  const after = original?.after === before ? (original.before ?? undefined) : without(before);
  return { path, ...linked, before, ...(after !== undefined && { after }) };
}

export async function undoEdits(edits: readonly Edit[], folder: string): Promise<void> {
  for (const { path, before, after } of edits) {
    if (after === undefined) await rm(await targetOf(path), { force: true });
    else if (after !== before) await write(path, after);
    await rm(originalOf(path, folder), { force: true });
  }
}

/** Shows an edit as the lines that go and come, between the lines that both texts have at their ends. */
export function* showEdit({ path, target, before, after }: Edit): Generator<string> {
  if (before === after) return;
  const [old, next] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < Math.min(old.length, next.length) && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const file = target === undefined ? path : `${path} (a link: the file is ${target})`;
  yield `--- ${before === undefined ? 'no file' : file}`;
  yield `+++ ${after === undefined ? 'no file' : file}`;
  for (const line of old.slice(head, old.length - tail)) yield `-${line}`;
  for (const line of next.slice(head, next.length - tail)) yield `+${line}`;
}

function linesOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function originalOf(path: string, folder: string): string {
  return join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);
}

async function readOriginal(path: string): Promise<Original | undefined> {
  const text = await readIfThere(path);
  return text === undefined ? undefined : (JSON.parse(text) as Original);
}

/** Replaces a file whole, so that nobody reads half of it; it keeps its rights. A link stays one: its target is replaced. */
async function write(link: string, text: string, mode?: number): Promise<void> {
  const path = await targetOf(link);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.total-recall-draft`;
  const rights = mode ?? (await stat(path).catch(() => undefined))?.mode;
  await rm(draft, { force: true });
  try {
    // Nobody may read the draft who may not read the file: settings hold keys.
    await writeFile(draft, text, { flag: 'wx', ...(rights !== undefined && { mode: rights & 0o777 & 0o700 }) });
    if (rights !== undefined) await chmod(draft, rights & 0o777);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Returns the file that is written under a path, where that is another one. */
export async function linkedTo(path: string): Promise<Pick<Edit, 'target'>> {
  const target = await targetOf(path);
  return target === resolve(path) ? {} : { target };
}

/** Returns the file that a path leads to over links, which need not be there yet; a file itself. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const target = await readlink(path).catch(() => undefined);
  // A link counts from the folder that it is really in, and may be to another link.
  if (target === undefined) return join(await targetOf(dirname(path)), basename(path));
  return targetOf(resolve(await realpath(dirname(path)), target));
}
