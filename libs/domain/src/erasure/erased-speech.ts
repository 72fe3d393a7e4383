/** Returns true when a text repeats something that only erased texts say. */
export type RepeatsErased = (text: string) => boolean;

/** Longest run of terms compared. Content made of common words is recognised by their order. */
const LONGEST_RUN = 3;
const SEPARATOR = ' ';

/**
 * Recognises texts that repeat erased content: those with a term, or two or three consecutive terms, that erased texts
 * hold and no remaining text does. Words in neither, such as those of the service's own templates, are ignored.
 */
export function createErasedTextDetector(
  analyse: (text: string) => readonly string[],
  { erased, kept }: { readonly erased: Iterable<string>; readonly kept: Iterable<string> },
): RepeatsErased {
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
