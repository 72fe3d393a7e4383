import { TotalRecallApiError } from '@total-recall/client';

/** Runs a call that may be refused with one of these codes; undefined where it was. */
export async function refusable<T>(codes: readonly string[], call: () => Promise<T>): Promise<T | undefined> {
  return call().catch(orNothing(codes, undefined));
}

/** Returns the code with which a call was refused, and `done` where it was not. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof TotalRecallApiError) return error.code;
      throw error;
    },
  );
}

/** Returns a handler that gives `nothing` for an error with one of these codes. */
export function orNothing<T>(codes: readonly string[], nothing: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof TotalRecallApiError && codes.includes(error.code)) return nothing;
    throw error;
  };
}
