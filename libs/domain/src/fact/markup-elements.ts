/** An element of markup with the text in it, up to the first end tag of its name. */
export const ELEMENT = /<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1>/gi;
const START_TAG = /<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/gi;
const END_TAG = /<\/([a-z][\w-]{0,40})>/gi;

/**
 * Replaces what `ELEMENT` matches, as `String.replace` does. Linear in the text: end tags are found once, while the pattern
 * reads the text to its end for every tag that is not closed.
 */
export function replaceElements(text: string, replace: (whole: string) => string): string {
  const ends = endTags(text);
  const parts: string[] = [];
  let from = 0;
  START_TAG.lastIndex = 0;
  for (let start = START_TAG.exec(text); start !== null; start = START_TAG.exec(text)) {
    const ofName = ends.get(start[1]!.toLowerCase());
    // Start tags are met in the order of the text, so what ended before one is of no use to the next.
    while (ofName !== undefined && ofName.at < ofName.ends.length && ofName.ends[ofName.at]!.from < START_TAG.lastIndex) ofName.at += 1;
    const end = ofName?.ends[ofName.at];
    if (end === undefined) continue;
    parts.push(text.slice(from, start.index), replace(text.slice(start.index, end.to)));
    from = end.to;
    START_TAG.lastIndex = end.to;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

interface EndTags {
  readonly ends: { readonly from: number; readonly to: number }[];
  /** Place in `ends` of the next one that may close an element. */
  at: number;
}

function endTags(text: string): Map<string, EndTags> {
  const byName = new Map<string, EndTags>();
  for (const { index, 0: whole, 1: name } of text.matchAll(END_TAG)) {
    const key = name!.toLowerCase();
    const ofName = byName.get(key) ?? { ends: [], at: 0 };
    ofName.ends.push({ from: index, to: index + whole.length });
    byName.set(key, ofName);
  }
  return byName;
}
