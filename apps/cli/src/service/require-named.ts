import { TotalRecallApiError, type SessionClient, type SpaceClient } from '@total-recall/client';
import { CommandError, EXIT } from '../exit-code.ts';
import { DEFAULT_SPACE } from '../space-argument.ts';

interface NamedSession {
  readonly space: string;
  readonly session: string;
}

/** Refuses a space without events, as a misspelt one. Commands ask this where they found nothing. Errors: `no_such_space`. */
export async function requireSpace(memory: SpaceClient, space: string): Promise<void> {
  // Nobody misspells it, and before its first event it is merely empty.
  if (space === DEFAULT_SPACE) return;
  const listed = await ifAllowed(memory.sessions({ limit: 1 }));
  if (listed?.sessions.length === 0) throw noSuchSpace(space);
}

export function noSuchSpace(space: string, cause?: unknown): CommandError {
  return new CommandError(EXIT.failed, `There is no space ${space}.`, {
    code: 'no_such_space',
    advice: '`total-recall sessions --spaces` lists them; the first event creates one.',
    cause,
  });
}

/** Refuses a session without events, as a misspelt one. Errors: `no_such_space`, `no_such_session`. */
export async function requireSession(memory: SpaceClient, { space, session }: NamedSession): Promise<void> {
  try {
    await ifAllowed(memory.session(session).get());
  } catch (error) {
    if (!isMissing(error)) throw error;
    await requireSpace(memory, space);
    throw noSuchSession(space, session, error);
  }
}

/**
 * Resolves to what `act` does. Where something is not found, that may be the session: then the error says so, and is else the
 * one of `act`. Errors: `no_such_space`, `no_such_session`.
 */
export async function inSession<T>(memory: SpaceClient, named: NamedSession, act: (session: SessionClient) => Promise<T>): Promise<T> {
  try {
    return await act(memory.session(named.session));
  } catch (error) {
    if (isMissing(error)) await requireSession(memory, named);
    throw error;
  }
}

export function noSuchSession(space: string, session: string, cause?: unknown): CommandError {
  return new CommandError(EXIT.failed, `There is no session ${session} in the space ${space}.`, {
    code: 'no_such_session',
    advice: `\`total-recall sessions ${space}\` lists them; the first event creates one.`,
    cause,
  });
}

export function isMissing(error: unknown): boolean {
  return error instanceof TotalRecallApiError && error.code === 'not_found' && error.requestId !== 'unknown';
}

/** Resolves to the answer; to undefined where this key may not ask, so that a command runs with the scope of its own request. */
export async function ifAllowed<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TotalRecallApiError && error.status === 403) return undefined;
    throw error;
  }
}
