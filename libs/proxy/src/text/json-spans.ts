/** A range of a JSON text, in UTF-16 units. */
export interface JsonSpan {
  readonly from: number;
  readonly to: number;
}

const SPACE = /[\t\n\r ]/;

/** Finds the end of the value that begins at `from`. The text must be valid JSON. */
function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfString(text, from);
  if (first !== '{' && first !== '[') {
    let at = from;
    while (at < text.length && !/[,\]}\t\n\r ]/.test(text[at]!)) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text[at];
    if (unit === '"') at = endOfString(text, at) - 1;
    else if (unit === '{' || unit === '[') depth += 1;
    else if (unit === '}' || unit === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function skip(text: string, from: number, also = ''): number {
  let at = from;
  while (at < text.length && (SPACE.test(text[at]!) || text[at] === also)) at += 1;
  return at;
}

/** Returns the values of an object's fields by name, as ranges of its text; of a name given twice the last. */
export function fieldSpans(text: string): Map<string, JsonSpan> {
  const fields = new Map<string, JsonSpan>();
  let at = skip(text, 0) + 1;
  for (;;) {
    at = skip(text, at, ',');
    if (text[at] !== '"') return fields;
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const from = skip(text, nameEnd, ':');
    const to = endOfValue(text, from);
    fields.set(name, { from, to });
    at = to;
  }
}

/** Returns the texts of a list's elements, each as it was written. */
export function elementTexts(list: string): string[] {
  const elements: string[] = [];
  for (let at = 1; ;) {
    at = skip(list, at, ',');
    if (at >= list.length || list[at] === ']') return elements;
    const to = endOfValue(list, at);
    elements.push(list.slice(at, to));
    at = to;
  }
}

/** Returns the object's text with other texts for some of its values; all else stays byte for byte. New fields follow. */
export function withFields(text: string, changes: Readonly<Record<string, string>>): string {
  const fields = fieldSpans(text);
  const known = Object.entries(changes).flatMap(([name, value]) => (fields.has(name) ? [{ ...fields.get(name)!, value }] : []));
  let out = '';
  let at = 0;
  for (const { from, to, value } of known.sort((a, b) => a.from - b.from)) {
    out += text.slice(at, from) + value;
    at = to;
  }
  out += text.slice(at);
  const added = Object.entries(changes).filter(([name]) => !fields.has(name));
  if (added.length === 0) return out;
  const end = out.lastIndexOf('}');
  const fresh = added.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',');
  return `${out.slice(0, end)}${fields.size > 0 ? ',' : ''}${fresh}${out.slice(end)}`;
}
