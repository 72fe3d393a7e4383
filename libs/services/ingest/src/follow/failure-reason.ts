import { TotalRecallError } from '@total-recall/runtime';

const TRANSIENT: ReadonlySet<string> = new Set(['unavailable', 'not_caught_up', 'closed']);

/** Returns true when a failure may pass by itself, so that no record is to blame for it. */
export function isTransient(error: unknown): boolean {
  return error instanceof TotalRecallError && TRANSIENT.has(error.code);
}

/** Describes a failure by kind and place, because its message may quote the event. */
export function failureReason(error: unknown): string {
  if (error instanceof TotalRecallError) return error.code;
  if (!(error instanceof Error)) return 'an unknown failure';
  // The bundler numbers functions of one name: `reflect$1`.
  const place = /^ +at (?:async )?([\w.<>]+)(?:\$\d+)? \(/m.exec(error.stack ?? '')?.[1];
  return place === undefined ? error.name : `${error.name} in ${place}`;
}
