/** Whether a text says anything that nothing says which stays. */
export type SaysErased = (text: string) => boolean;

/** Runs of terms are compared up to this length: what is put together of words that others use too is told by their order. */
const LONGEST_RUN = 3;
const SEPARATOR = ' ';

/**
 * Tells texts that repeat what is erased: those with a term, or two or three in a row, which erased texts hold and no text that stays does. Words that
 * neither holds, as those of our own templates, tell nothing.
 */
export function createErasedSpeech(
  analyse: (text: string) => readonly string[],
  { erased, kept }: { readonly erased: Iterable<string>; readonly kept: Iterable<string> },
): SaysErased {
  const gone = new Set<string>();
  for (const text of erased) for (const run of runsOf(analyse(text))) gone.add(run);
  for (const text of kept) {
    if (gone.size === 0) break;
    for (const run of runsOf(analyse(text))) gone.delete(run);
  }
  return (text) => {
    for (const run of runsOf(analyse(text))) if (gone.has(run)) return true;
    return false;
  };
}

function* runsOf(terms: readonly string[]): Generator<string> {
  for (let at = 0; at < terms.length; at += 1)
    for (let length = 1, run = ''; length <= LONGEST_RUN && at + length <= terms.length; length += 1)
      yield (run = length === 1 ? terms[at]! : run + SEPARATOR + terms[at + length - 1]!);
}
