/** Longest run of letters, spaces or other signs that is not cut; longer than any word. */
const MAX_RUN = 256;

const LETTER = 1;
const SPACE = 2;
const OTHER = 3;

/**
 * Cuts a text where one class of characters runs on for more than 256, because byte-pair merging is quadratic in the
 * length of such a run. The pieces joined are the text. No cut falls inside a surrogate pair. A cut changes the count
 * by about one token, up or down.
 */
export function splitLongRuns(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const pieces: string[] = [];
  let from = 0;
  let run = 0;
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = classOf(unit);
    if (kind !== last) {
      last = kind;
      run = 1;
      continue;
    }
    run += 1;
    if (run > MAX_RUN && !isLowSurrogate(unit)) {
      pieces.push(text.slice(from, i));
      from = i;
      run = 1;
    }
  }
  pieces.push(from === 0 ? text : text.slice(from));
  return pieces;
}

// Everything outside ASCII counts as a letter, a little coarser than the tokenizers' classes, so
// that runs are found early.
function classOf(unit: number): number {
  if (unit > 127)
    return unit === 0xa0 || unit === 0x3000 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x2028 || unit === 0x2029 ? SPACE : LETTER;
  if (unit === 32 || (unit >= 9 && unit <= 13)) return SPACE;
  if ((unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)) return LETTER;
  return OTHER;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
