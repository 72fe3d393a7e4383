import { TotalRecallApiError } from './api-error.ts';
import { WIRE_ERRORS, type ErrorCode } from '../wire/wire-routes.ts';
import type { Problem } from '../wire/wire-types.ts';

/** Statuses with which another program, such as the proxy's vendor, says that it knows no such call. */
const OF_ANOTHER: ReadonlySet<number> = new Set([400, 404, 405]);
const NO_DOCUMENT = 'no_problem_document';
const ADDRESS = 'Is the URL that of the memory service (by default port 8420, not 8424 of its proxy), without /v1?';

/**
 * Reads the problem of an answer. Where a proxy answered, builds one from the status. An error code newer than this
 * client is kept.
 */
export async function readProblem(response: Response): Promise<Problem> {
  const found = parse(await response.text());
  if (found) return found;
  const { type, status, headers } = response;
  const code = codeOfStatus(status);
  // A browser hides where a redirection leads, and its status.
  if (type === 'opaqueredirect')
    return problemOfAnother(code, status, 'The answer was a redirection, which the client does not follow.', headers);
  const to = headers.get('location');
  const answered = `The answer was ${status} and no problem document`;
  if (to) return problemOfAnother(code, status, `${answered}: it leads to ${to}, which the client does not follow.`, headers);
  if (!OF_ANOTHER.has(status)) return problemOfAnother(code, status, `${answered}.`, headers);
  return problemOfAnother(code, status, `${answered}. ${ADDRESS}`, headers, 'another_api');
}

/** Returns true where a program between could not say what became of the call: the service may have done it. */
export function isUnknown({ status, details }: Problem): boolean {
  return status >= 500 && details?.problem === NO_DOCUMENT;
}

/** Returns the problem of an answer that may be of another program. */
function problemOfAnother(code: ErrorCode, status: number, detail: string, headers: Headers, problem = NO_DOCUMENT): Problem {
  return {
    type: `urn:total-recall:error:${code}`,
    title: 'The answer was no problem document',
    status,
    code,
    detail,
    instance: headers.get('x-request-id') ?? 'unknown',
    details: { problem },
    retryable: WIRE_ERRORS[code].retryable,
  };
}

/** Reads an answer as JSON. Throws TotalRecallApiError for that of another program, such as the page of a web server. */
export function readJson({ bytes, headers }: { readonly bytes: Uint8Array; readonly headers: Headers }): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new TotalRecallApiError(problemOfAnother('internal', 200, 'The answer was no JSON.', headers), 1);
  }
}

function parse(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    const whole =
      typeof value?.code === 'string' &&
      typeof value.detail === 'string' &&
      typeof value.status === 'number' &&
      typeof value.retryable === 'boolean';
    return whole ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 429) return 'rate_limited';
  if (status >= 502) return 'unavailable';
  if (status === 500) return 'internal';
  return (Object.entries(WIRE_ERRORS).find(([, { http }]) => http === status)?.[0] ?? 'internal') as ErrorCode;
}
