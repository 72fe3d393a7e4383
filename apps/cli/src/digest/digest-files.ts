import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DIGEST_LABELS, type DigestPages, type FactLabel } from '@total-recall/domain';

/** A file of a digest, and how it stands to what is known now. */
export interface DigestFile {
  readonly path: string;
  /** `edited`: a person wrote or changed it. `gone`: nothing belongs into it any more. */
  readonly state: 'same' | 'new' | 'changed' | 'gone' | 'edited';
  /** Text that the file is to hold; absent if the file is to go. */
  readonly content?: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const FOOTER = /\n<!-- total-recall digest ([0-9a-f]{64}): written by a program; a file that is edited is not written again -->\n$/;

/** Returns the file of a label beside that of the index: MEMORY.md has MEMORY.project.md. */
export function detailPath(file: string, label: FactLabel): string {
  return /\.[^./\\]+$/.test(file) ? file.replace(/(\.[^./\\]+)$/, `.${label}$1`) : `${file}.${label}`;
}

/** Ends a page with the hash of what it says, by which a later run tells whether anybody edited it. */
export function sealPage(text: string): string {
  return `${text}\n<!-- total-recall digest ${hashOf(text)}: written by a program; a file that is edited is not written again -->\n`;
}

/** Returns true for a file that stands as it was written. */
export function isAsWritten(content: string): boolean {
  const footer = FOOTER.exec(content);
  return footer !== null && hashOf(content.slice(0, footer.index)) === footer[1];
}

/** Compares the files of a digest with what they are to hold. */
export async function compareFiles(file: string, { index, details }: DigestPages): Promise<DigestFile[]> {
  const texts = new Map([[file, index], ...details.map(({ label, text }) => [detailPath(file, label), text] as const)]);
  const paths = [file, ...DIGEST_LABELS.map((label) => detailPath(file, label))];
  const files = await Promise.all(paths.map(async (path) => compare(path, await readIfThere(path), texts.get(path))));
  return files.filter((one) => one !== undefined);
}

/** Writes files whole or not at all, and removes what belongs nowhere any more. */
export async function writeFiles(files: readonly DigestFile[]): Promise<void> {
  for (const { path, content } of files) {
    if (content === undefined) await rm(path);
    else {
      await writeFile(`${path}.new`, content).catch((error: NodeJS.ErrnoException) => {
        // Nobody asked for that one: it is the folder around it that is not there or may not be written.
        throw Object.assign(error, { path: dirname(path) });
      });
      await rename(`${path}.new`, path);
    }
  }
}

function compare(path: string, before: string | undefined, text: string | undefined): DigestFile | undefined {
  // A file of that name without a page of ours is none of ours.
  if (text === undefined && (before === undefined || !isAsWritten(before))) return undefined;
  const content = text === undefined ? undefined : sealPage(text);
  const [old, now] = [linesOf(before), linesOf(content)];
  const [wasThere, isThere] = [new Set(old), new Set(now)];
  const difference = { added: now.filter((line) => !wasThere.has(line)), removed: old.filter((line) => !isThere.has(line)) };
  const told = { path, ...difference, ...(content !== undefined && { content }) };
  if (before === undefined) return { ...told, state: 'new' };
  if (before === content) return { ...told, state: 'same' };
  if (!isAsWritten(before)) return { ...told, state: 'edited' };
  return { ...told, state: content === undefined ? 'gone' : 'changed' };
}

function linesOf(content: string | undefined): string[] {
  return content === undefined
    ? []
    : content
        .replace(FOOTER, '')
        .split('\n')
        .filter((line) => line !== '');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
