import type { ImportedSession } from '@total-recall/importers';
import { besideName, inParallel } from '@total-recall/runtime';
import type { ImportedBefore } from './imported-before.ts';
import { heldToOf } from './leave-out-held.ts';

/** Lookups of earlier names at once. */
const AT_ONCE = 8;

/**
 * Names the sessions of a file: the main one as the caller says, the others beside it by what tells them apart, or by
 * their own name where the file's names begin alike and the caller keeps them. One that was imported under both names in
 * a row, as earlier versions did, keeps that name: the file may come again.
 */
export async function nameSessions(
  sessions: readonly ImportedSession[],
  { main, own, before }: { readonly main: string | undefined; readonly own: string; readonly before: Pick<ImportedBefore, 'newestAt'> },
): Promise<ReadonlyMap<string, string>> {
  const nameOf = async (name: string): Promise<string> => {
    if (name === main) return own;
    const former = besideName(own, name);
    const alike = startAlike(main ?? '', name);
    if (alike === 0) return former;
    const isHeld = (await heldToOf(former, before)) !== undefined;
    return isHeld ? former : own === main ? name : besideName(own, name.slice(alike));
  };
  const names = await inParallel(sessions, AT_ONCE, async ({ session }) => [session, await nameOf(session)] as const);
  return new Map(names);
}

/** Returns the length of the parts, each with its dot, that two names begin with alike; a name may go on behind all of the other. */
function startAlike(main: string, name: string): number {
  const parts = `${main}.`.split(/(?<=\.)/);
  let at = 0;
  for (const part of parts) {
    if (!name.startsWith(part, at)) break;
    at += part.length;
  }
  return at;
}
