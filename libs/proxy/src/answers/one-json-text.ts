import type { JsonRecord } from '../text/json-values.ts';

/** Texts of a stream that was asked for as JSON, of which the caller gets one: those before a recall are no part of it. */
export interface OneJsonText {
  /**
   * Takes a text out of a piece unless it began as an object of JSON does, and is the first that did. Returns true for a piece that it
   * changed.
   */
  takeFrom(delta: Record<string, unknown>): boolean;
  /** Ends a round and returns its message as the caller is told it; `goesOn` where another round follows. */
  endRound(message: JsonRecord, goesOn: boolean): JsonRecord;
  /** Returns what the caller gets at the end: a text that did not begin as such an object does, where there is no other. */
  rest(): string;
}

/** Creates what lets one text through, where JSON was asked for; all texts otherwise. */
export function createOneJsonText(isAsked: boolean): OneJsonText {
  let [held, isTelling, isTold] = ['', false, false];
  return {
    takeFrom(delta) {
      const { content: piece } = delta;
      if (!isAsked || isTelling || typeof piece !== 'string' || (held === '' && piece.trim() === '')) return false;
      if (!isTold && held === '' && /^\s*\{/.test(piece)) {
        isTelling = isTold = true;
        return false;
      }
      held += piece;
      delta.content = '';
      return true;
    },
    endRound(message, goesOn) {
      const isHidden = held !== '' && (goesOn || isTold);
      if (isHidden) held = '';
      isTelling = false;
      return isHidden ? { ...message, content: null } : message;
    },
    rest: () => held,
  };
}
