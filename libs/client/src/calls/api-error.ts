import type { Problem } from '../wire/wire-types.ts';
import type { ErrorCode } from '../wire/wire-routes.ts';

/** An error answer of the service. `code` is stable; `errors` names fields. */
export class TotalRecallApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string;
  readonly retryable: boolean;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly details: Readonly<Record<string, unknown>>;
  /** Calls made before giving up. */
  readonly attempts: number;

  constructor(problem: Problem, attempts: number) {
    super(`${problem.code}: ${problem.detail}`);
    this.name = 'TotalRecallApiError';
    this.code = problem.code;
    this.status = problem.status;
    this.requestId = problem.instance;
    this.retryable = problem.retryable;
    this.errors = problem.errors ?? [];
    this.details = problem.details ?? {};
    this.attempts = attempts;
  }
}

/** No answer came from the service: it is unreachable, the connection broke, or the call timed out. */
export class TotalRecallConnectionError extends Error {
  readonly attempts: number;

  constructor(url: string, attempts: number, cause: unknown) {
    const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
    const late = cause instanceof Error && cause.name === 'TimeoutError';
    const advice = late ? 'It took too long: raise timeoutMs, or look at the service.' : 'Is the service running there?';
    super(`No answer from ${url} after ${tries}. ${advice}`, { cause });
    this.name = 'TotalRecallConnectionError';
    this.attempts = attempts;
  }
}
