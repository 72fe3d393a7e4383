/** Returns true when a text holds an answer as separate words: `17` is in neither `2017` nor `17.5`. */
export function holdsAnswer(text: string, answer: string): boolean {
  return holdsFlat(flatten(text), flatten(answer));
}

/** Normalises a text for searching: case, line breaks, and the JSON escapes of these make no difference. */
export function flatten(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\\+[nrt]/g, ' ')
    .replaceAll(/\\+(["'`/])/g, '$1')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Does the work of `holdsAnswer` for flattened texts. */
export function holdsFlat(text: string, answer: string): boolean {
  if (answer === '') return false;
  for (let at = text.indexOf(answer); at !== -1; at = text.indexOf(answer, at + 1)) if (isWhole(text, at, answer)) return true;
  return false;
}

const IN_WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

/** Checks that the match ends at word boundaries. Scripts without spaces between words have none. */
function isWhole(text: string, at: number, answer: string): boolean {
  const end = at + answer.length;
  if (IN_WORD.test(answer[0]!) && IN_WORD.test(text[at - 1] ?? ' ')) return false;
  if (IN_WORD.test(answer.at(-1)!) && IN_WORD.test(text[end] ?? ' ')) return false;
  if (/\d/.test(answer.at(-1)!) && /^[.,]\d/.test(text.slice(end, end + 2))) return false;
  return !(/\d/.test(answer[0]!) && /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at)));
}
