import { wholeTo } from '../text/surrogates.ts';

/** Returns true when a text repeats something that only erased texts say. */
export type RepeatsErased = (text: string) => boolean;

/**
 * Learns what only erased texts say: those terms, and runs of two or three consecutive terms, that erased texts hold and
 * no remaining text does. Holds these alone, so texts may be given one after the other, however many there are. Both
 * learn in steps, each of which yields the number of characters it has analysed, as a text of megabytes takes seconds.
 */
export interface ErasedSpeech {
  /** Takes in an erased text. */
  erase(text: string): Generator<number, void>;
  /** Takes in a text that remains. Only what was erased before is compared with it. */
  keep(text: string): Generator<number, void>;
  /** Returns true when remaining texts say all that erased ones do, so that no further one need be given. */
  isEmpty(): boolean;
  /** Words in neither, such as those of the service's own templates, are ignored. */
  readonly repeats: RepeatsErased;
}

/** Longest run of terms compared. Content made of common words is recognised by their order. */
const LONGEST_RUN = 3;
const SEPARATOR = ' ';
/** Characters analysed in one step. */
const PIECE_CHARS = 8_192;
/** Characters that two pieces share where no blank parts them. */
const OVERLAP_CHARS = 64;

export function createErasedSpeech(analyse: (text: string) => readonly string[]): ErasedSpeech {
  const gone = new Set<string>();
  function* runsInSteps(text: string, take: (run: string) => void): Generator<number, void> {
    let before: readonly string[] = [];
    for (const { piece, follows } of piecesOf(text)) {
      const terms = [...(follows ? before : []), ...analyse(piece)];
      for (const run of runsOf(terms)) take(run);
      before = terms.slice(1 - LONGEST_RUN);
      yield piece.length;
    }
  }
  return {
    erase: (text) => runsInSteps(text, (run) => gone.add(run)),
    keep: (text) => runsInSteps(text, (run) => gone.delete(run)),
    isEmpty: () => gone.size === 0,
    repeats(text) {
      for (const run of runsOf(analyse(text))) if (gone.has(run)) return true;
      return false;
    },
  };
}

function* runsOf(terms: readonly string[]): Generator<string> {
  for (let at = 0; at < terms.length; at += 1)
    for (let length = 1, run = ''; length <= LONGEST_RUN && at + length <= terms.length; length += 1)
      yield (run = length === 1 ? terms[at]! : run + SEPARATOR + terms[at + length - 1]!);
}

/** Cuts a text at blanks. A long stretch without any, as in scripts that write none, is cut with an overlap. */
function* piecesOf(text: string): Generator<{ readonly piece: string; readonly follows: boolean }> {
  let from = 0;
  let follows = false;
  while (text.length - from > PIECE_CHARS) {
    const blank = lastBlank(text, from + PIECE_CHARS / 2, from + PIECE_CHARS);
    const end = blank ?? wholeTo(text, from + PIECE_CHARS);
    yield { piece: text.slice(from, end), follows };
    follows = blank !== undefined;
    from = blank ?? wholeTo(text, end - OVERLAP_CHARS);
  }
  yield { piece: text.slice(from), follows };
}

function lastBlank(text: string, from: number, to: number): number | undefined {
  for (let at = to; at > from; at -= 1) if (isBlank(text.charCodeAt(at))) return at;
  return undefined;
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
