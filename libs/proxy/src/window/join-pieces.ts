import type { Dialect } from '../dialects/dialect.ts';
import { messageText } from '../dialects/message-text.ts';
import type { JsonRecord } from '../text/json-values.ts';

/** A message of a window. */
export interface Piece {
  /** JSON text of the message. */
  readonly raw: string;
  readonly value: JsonRecord;
  /** True where it is not, or no longer, the neighbour that the caller gave it. */
  readonly isNew: boolean;
}

/**
 * Returns the texts of a window's messages. Neighbours of one role become one where one of them is new and the vendor takes
 * no two; it is written once, however many it joins.
 */
export function joinPieces({ joinMessages, textOf }: Pick<Dialect, 'joinMessages' | 'textOf'>, pieces: readonly Piece[]): string[] {
  if (!joinMessages) return pieces.map(({ raw }) => raw);
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    const first = run?.[0];
    if (run && first && (piece.isNew || first.isNew) && first.value.role === piece.value.role) run.push(piece);
    else runs.push([piece]);
  }
  return runs.map((run) => {
    const [first, ...others] = run;
    if (others.length === 0) return first!.raw;
    return messageText({ ...(textOf && { textOf }) }, joinMessages(run.map(({ value }) => value)));
  });
}
