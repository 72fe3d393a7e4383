import { TotalRecallApiError, TotalRecallConnectionError, type ErrorCode } from '@total-recall/client';
import { ToolRefusal } from './memory-access.ts';

export interface Failure {
  /** A code of the service, or `no_answer` where it is not reached. */
  readonly code: string;
  readonly message: string;
  /** Advice for the model, or a person, on what to do about it. */
  readonly remedy: string;
}

const KEY =
  'Calling again does not help. A person has to set TOTAL_RECALL_API_KEY for this MCP server, or the header Authorization that a client sends over HTTP; `total-recall keys create` makes a key.';
const URL_OF_SERVER = 'Calling again does not help. A person has to set TOTAL_RECALL_URL for this MCP server';
const SHORTLY = 'Call again in a few seconds.';
const ARGUMENTS = 'Correct the arguments and call again.';

const REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthenticated: KEY,
  key_expired: KEY,
  key_revoked: KEY,
  forbidden: 'Calling again does not help. A person has to give this MCP server a key that may do this in this space.',
  not_found: 'Use a name that recall, sessions, resume or profile returned.',
  erased: 'It was erased on request and can no longer be read.',
  damaged: 'It cannot be read. A person can run `total-recall verify` to learn more.',
  recall_not_granted:
    'Calling again does not help, whatever the arguments: go on with what was handed over, and say in the report what is missing.',
  held: 'A legal hold keeps it. A person has to release the hold first.',
  decided_by_person: 'Calling again does not help. Ask the user to decide: `total-recall correct` and `total-recall forget` take the id.',
  fact_not_current: 'Call profile for the fact that holds now.',
  payload_too_large: 'Send less at once.',
  batch_too_large: 'Send less at once.',
  guarded_over_budget: 'Send less at once.',
  rate_limited: SHORTLY,
  quota_exceeded: 'Calling again does not help now. What is stored can still be read: go on without storing this, and tell the user.',
  pull_limit: 'Calling recall or open again in this turn does not help, whatever the arguments.',
  unsupported_media_type: 'No tool returns its bytes. Open the event that it came with, or ask the user what is in it.',
  not_implemented: 'Calling again does not help: this service cannot do it. Go on without it.',
  limit_reached: 'Calling again does not help. A person has to remove what is not needed any more.',
  not_caught_up: SHORTLY,
  overloaded: SHORTLY,
  unavailable: SHORTLY,
  closed: SHORTLY,
};

/** Describes why a call failed, for a model: the stable code, what was wrong, and what to do. */
export function describeFailure(error: unknown, url: string): Failure {
  if (error instanceof ToolRefusal) return { code: error.code, message: error.message, remedy: error.remedy };
  if (error instanceof TotalRecallConnectionError)
    return {
      code: 'no_answer',
      message: `The memory service at ${url} does not answer.`,
      remedy:
        'A person has to start it with `total-recall serve`, or name another with TOTAL_RECALL_URL. Go on without the memory until then.',
    };
  if (!(error instanceof TotalRecallApiError))
    return { code: 'internal', message: 'The MCP server failed.', remedy: 'Go on without the memory, and tell the user.' };
  const fields = error.errors.map(({ path, message }) => `${asArgument(path)}: ${message}`).join('; ');
  const named = error.message.slice(error.code.length + 2);
  const detail = error.errors.reduce((text, { path }) => text.replace(path, () => asArgument(path)), named);
  const message = fields === '' || detail.includes(fields) ? detail : `${detail} (${fields})`;
  if (isAstray(error)) {
    const which = error.details['problem'] === 'another_api' ? '' : ' to the address of the API, without /v1';
    return { code: error.code, message, remedy: `${URL_OF_SERVER}${which}; it is ${url}.` };
  }
  if (error.details['pullMaxTokens'] !== undefined)
    return { code: error.code, message, remedy: 'Calling again does not help. Go on without it, and tell the user.' };
  return { code: error.code, message, remedy: REMEDIES[error.code] ?? (error.status < 500 ? ARGUMENTS : SHORTLY) };
}

/** A model knows arguments, and not the part of a request that they are sent in. */
function asArgument(path: string): string {
  return path.replace(/^(?:body|query|path)\./, '').replace(/^markerId$/, 'marker');
}

/** Tells an answer of another program, or to a path that the API does not have, which no arguments mend. */
function isAstray({ details: { problem }, retryable, status }: TotalRecallApiError): boolean {
  if (problem === 'no_problem_document') return !retryable && status < 500;
  return problem === 'another_api' || problem === 'no_such_path';
}

export function renderFailure({ code, message, remedy }: Failure): string {
  return `${code}: ${/[.!?)]$/.test(message) ? message : `${message}.`}\n${remedy}`;
}
