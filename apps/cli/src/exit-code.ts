/** Exit codes of commands. */
export const EXIT = { ok: 0, failed: 1, usage: 2, notFound: 3, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Stops a command with a message for the person who typed it; `advice` says what to do next. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly advice?: string;

  constructor(exitCode: ExitCode, message: string, options: { code?: string; advice?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.code = options.code ?? (exitCode === EXIT.usage ? 'usage' : exitCode === EXIT.notFound ? 'not_found' : 'failed');
    this.advice = options.advice;
  }
}
