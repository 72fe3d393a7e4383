import { TotalRecallApiError, type SessionClient } from '@total-recall/client';

/** Opens a session by its name. */
type Open = (name: string) => SessionClient;

/** First event of a session that a clearing began. */
export const BEGINS_ANEW = { kind: 'system_note', text: 'The conversation begins anew.' } as const;

const CLEARED = /\.cleared-(\d+)$/;

/** Refuses a name that a clearing may give: whoever opened it would read the conversation of another name. */
export function checkName(session: string): void {
  if (CLEARED.test(session))
    throw new Error(`A session is opened by the name that it had first, "${session.replace(CLEARED, '')}", not by "${session}".`);
}

/** Finds the name that the last clearing, perhaps of another process, gave a session; its own where there was none. */
export async function findCurrent(session: string, open: Open): Promise<string> {
  let current = session;
  for (let at = 1; (await beginningOf(open(clearedName(session, at)))) !== 'none'; at += 1) current = clearedName(session, at);
  return current === session ? findNumbered(session, open) : current;
}

/** Finds the first name behind a current one that nothing was written under. */
export async function findNext(session: string, current: string, open: Open): Promise<string> {
  let at = Number(CLEARED.exec(current)?.[1] ?? 0) + 1;
  while ((await beginningOf(open(clearedName(session, at)))) !== 'none') at += 1;
  return clearedName(session, at);
}

function clearedName(session: string, at: number): string {
  return `${session}.cleared-${at}`;
}

/** Looks among names such as `support.2`, which clearings gave once. Others may have them too, so the first event counts. */
async function findNumbered(session: string, open: Open): Promise<string> {
  let current = session;
  for (let number = 2; ; number += 1) {
    const beginning = await beginningOf(open(`${session}.${number}`));
    if (beginning === 'none') return current;
    if (beginning === 'anew') current = `${session}.${number}`;
  }
}

async function beginningOf(session: SessionClient): Promise<'anew' | 'other' | 'none'> {
  try {
    const [first] = (await session.events({ limit: 1 })).events;
    // An erased event has no body.
    const isNote = first?.kind === BEGINS_ANEW.kind && (first.body === undefined || first.body.text === BEGINS_ANEW.text);
    return isNote ? 'anew' : 'other';
  } catch (error) {
    const code = error instanceof TotalRecallApiError ? error.code : undefined;
    // A name may be too long for a clearing of it.
    if (code === 'not_found' || code === 'invalid_name') return 'none';
    if (code === 'erased') return 'other';
    throw error;
  }
}
