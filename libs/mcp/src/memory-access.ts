import {
  TotalRecallApiError,
  type BodyWire,
  type CallOptions,
  type ErrorCode,
  type SessionClient,
  type SpaceClient,
} from '@total-recall/client';

/** The memory that one MCP server reads and writes. */
export interface MemoryAccess {
  /** URL of the service, for messages. */
  readonly url: string;
  readonly space: SpaceClient;
  readonly spaceName: string;
  /** The session of calls that name none. */
  readonly session?: string;
}

export type EventKind = NonNullable<NonNullable<BodyWire<'recall'>['scope']>['kinds']>[number];

/** A call that the service need not see to refuse. Its code is one of the service. */
export class ToolRefusal extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;

  constructor(code: ErrorCode, message: string, remedy: string) {
    super(message);
    this.name = 'ToolRefusal';
    this.code = code;
    this.remedy = remedy;
  }
}

/** Returns the session that a call names, or else that of the server. Throws `invalid_request` where there is none. */
export function sessionOf(memory: MemoryAccess, named: string | undefined): { readonly name: string; readonly session: SessionClient } {
  const name = named ?? memory.session;
  if (name === undefined)
    throw new ToolRefusal(
      'invalid_request',
      'session is missing.',
      'Name one; `sessions` lists them, and messages appended under a new name start one.',
    );
  return { name, session: memory.space.session(name) };
}

/**
 * Returns the session of the server where a delegation limits what it may read: everything is then read in its name,
 * whichever session a model names.
 */
export async function limitedSession({ session, space }: MemoryAccess, options: ReadOptions): Promise<string | undefined> {
  if (session === undefined) return undefined;
  try {
    const grant = (await space.session(session).get(options)).parent?.delegation;
    return grant === undefined || grant.recallAccess === 'space' ? undefined : session;
  } catch (error) {
    // A session that has not begun yet has no grant.
    if (error instanceof TotalRecallApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

export type ReadOptions = Pick<CallOptions, 'signal'>;
