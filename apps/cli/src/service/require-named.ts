import { TotalRecallApiError, type SessionClient, type SpaceClient } from '@total-recall/client';
import { CommandError, EXIT } from '../exit-code.ts';

/** The space of commands that name none. Nobody misspells it, and before its first event it is merely empty. */
const DEFAULT_SPACE = 'main';

/** Refuses a space without events, as a misspelt one. Commands ask this where they found nothing. Errors: `no_such_space`. */
export async function requireSpace(memory: SpaceClient, space: string): Promise<void> {
  if (space === DEFAULT_SPACE || (await isThere(memory))) return;
  throw noSuchSpace(space);
}

export function noSuchSpace(space: string, cause?: unknown): CommandError {
  return new CommandError(EXIT.failed, `There is no space ${space}.`, {
    code: 'no_such_space',
    advice: '`total-recall sessions --spaces` lists them; the first event makes one.',
    cause,
  });
}

/** Resolves to what `act` does; what is not found means that the session is not. Errors: `no_such_space`, `no_such_session`. */
export async function inSession<T>(
  memory: SpaceClient,
  { space, session }: { readonly space: string; readonly session: string },
  act: (session: SessionClient) => Promise<T>,
): Promise<T> {
  try {
    return await act(memory.session(session));
  } catch (error) {
    if (!isMissing(error)) throw error;
    await requireSpace(memory, space);
    throw noSuchSession(space, session, error);
  }
}

export function noSuchSession(space: string, session: string, cause?: unknown): CommandError {
  return new CommandError(EXIT.failed, `There is no session ${session} in the space ${space}.`, {
    code: 'no_such_session',
    advice: `\`total-recall sessions ${space}\` lists them; the first event makes one.`,
    cause,
  });
}

export function isMissing(error: unknown): boolean {
  return error instanceof TotalRecallApiError && error.code === 'not_found' && error.requestId !== 'unknown';
}

/** Tells whether a space has a session; true where this key may not ask. */
async function isThere(memory: SpaceClient): Promise<boolean> {
  try {
    return (await memory.sessions({ limit: 1 })).sessions.length > 0;
  } catch (error) {
    if (error instanceof TotalRecallApiError && error.status === 403) return true;
    throw error;
  }
}
