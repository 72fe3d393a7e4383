import { endWithin, placesOf, readValue, type Place } from './json5-places.ts';

/** Keys of objects, and indexes of lists. */
type Path = readonly string[];

interface Removal {
  readonly isIt?: (item: unknown) => boolean;
  readonly keepsEmpty?: boolean;
}

/** Sets a value in a text of JSON5, and leaves all else in it as it is written. Objects on the way are made where they are missing. */
export function withValue(text: string, path: Path, value: unknown): string {
  const [name, ...rest] = path as [string, ...string[]];
  return setIn(text, placesOf(text), name, rest, value, 1);
}

/** Adds a value to the end of a list, which is made where it is missing. */
export function withItem(text: string, path: Path, item: unknown): string {
  const list = placeAt(text, path);
  if (list === undefined) return withValue(text, path, [item]);
  if (list.kind !== 'list') throw new SyntaxError(`"${path.join('.')}" is no list`);
  return addTo(text, list, item, path.length + 1);
}

/**
 * Takes a value out of its object, the last one of its key, or out of a list, the last one that `isIt` names. Objects and
 * lists that this leaves empty go, too, where they may have been made here: not where a comment is left in them, their
 * key is written otherwise or twice, or `keepsEmpty` says that they were there.
 */
export function withoutValue(text: string, path: Path, { isIt, keepsEmpty = false }: Removal = {}): string {
  const up = isIt ? path : path.slice(0, -1);
  const holder = placeAt(text, up);
  const held = holder?.within ?? [];
  const index = held.findLastIndex(({ key, value }) => (isIt ? isIt(readValue(text.slice(value.start, value.end))) : key === path.at(-1)));
  const found = held[index];
  if (!holder || !found) return text;
  const end = found.comma ?? found.value.end;
  const isAllOfIt = /^\s*,?\s*$/.test(text.slice(holder.start + 1, found.start) + text.slice(found.value.end, holder.end - 1));
  if (isAllOfIt && !keepsEmpty && up.length > 0 && isAsWeWrite(text, up)) return withoutValue(text, up);
  const before = held[index - 1];
  // A comment between it and its comma stays.
  const noted = text.slice(found.value.end, found.comma === undefined ? found.value.end : found.comma - 1);
  const rest = (noted.trim() === '' ? '' : noted) + text.slice(end);
  const gapStart = text.slice(0, found.start).trimEnd().length;
  // A comment that ends in front of the gap stays one: what follows it begins a line.
  const isSafe =
    !endsInLineComment(text.slice(before?.value.end ?? holder.start + 1, gapStart)) ||
    /^[^\S\n\r\u2028\u2029]*[\n\r\u2028\u2029]/.test(rest);
  const start = isSafe ? gapStart : found.start;
  // The last one takes along the comma in front of it, which was written for it.
  if (found.comma !== undefined || before?.comma === undefined) return text.slice(0, start) + rest;
  return text.slice(0, before.comma - 1) + text.slice(before.comma, Math.max(start, before.comma)) + rest;
}

/** Returns true for a value that is the only one of its key, and whose key is written as it is here. */
function isAsWeWrite(text: string, path: Path): boolean {
  const named = (placeAt(text, path.slice(0, -1))?.within ?? []).filter(({ key }) => key === path.at(-1));
  return named.length === 1 && text.slice(named[0]!.start, named[0]!.value.start).trimEnd() === `${JSON.stringify(path.at(-1))}:`;
}

/** Returns true for space and comments, and a comma, that end in a comment which only the end of its line ends. */
function endsInLineComment(between: string): boolean {
  const last = [...between.matchAll(/\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//g)].at(-1);
  return last !== undefined && last[0].startsWith('//') && last.index + last[0].length === between.length;
}

function placeAt(text: string, path: Path): Place | undefined {
  let place: Place | undefined = placesOf(text);
  for (const name of path) {
    const within: Place['within'] = place?.within;
    place = (place?.kind === 'list' ? within?.[Number(name)] : within?.findLast(({ key }) => key === name))?.value;
  }
  return place;
}

function setIn(text: string, object: Place, name: string, rest: Path, value: unknown, depth: number): string {
  if (object.kind !== 'object') throw new SyntaxError(`"${name}" can only be added to an object`);
  const known = object.within!.findLast(({ key }) => key === name)?.value;
  const [next, ...further] = rest;
  if (known !== undefined && next !== undefined) return setIn(text, known, next, further, value, depth + 1);
  const whole = rest.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), value);
  if (known !== undefined) return text.slice(0, known.start) + JSON.stringify(whole) + text.slice(known.end);
  return addTo(text, object, whole, depth, name);
}

/** Writes behind what an object or a list holds, on lines of its own where the others have them. */
function addTo(text: string, holder: Place, value: unknown, depth: number, name?: string): string {
  const last = holder.within?.at(-1);
  const end = endWithin(text, holder);
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const first = holder.within?.[0]?.start ?? holder.end;
  const inner = text.slice(holder.start, last === undefined ? holder.end : first);
  const hasLines = inner.includes('\n') || (last === undefined && (depth === 1 || (name !== undefined && text.includes('\n'))));
  const indent = last === undefined ? unit.repeat(depth) : /[ \t]*$/.exec(text.slice(0, first))![0];
  const printed = hasLines ? JSON.stringify(value, null, unit).replaceAll('\n', `${line}${indent}`) : JSON.stringify(value);
  const written = name === undefined ? printed : `${JSON.stringify(name)}: ${printed}`;
  const isInComment = endsInLineComment(text.slice(last?.value.end ?? holder.start + 1, end));
  const gap = hasLines || isInComment ? `${line}${indent}` : last === undefined ? '' : ' ';
  const tail = text.slice(end);
  if (last === undefined) {
    const isOnItsLine = !hasLines || end > holder.start + 1 || /[\n\r\u2028\u2029]/.test(text.slice(end, holder.end - 1));
    return `${text.slice(0, end)}${gap}${written}${isOnItsLine ? tail : `${line}${unit.repeat(depth - 1)}${tail.trimStart()}`}`;
  }
  const head = last.comma === undefined ? `${text.slice(0, last.value.end)},${text.slice(last.value.end, end)}` : text.slice(0, end);
  return `${head}${gap}${written}${last.comma === undefined ? '' : ','}${tail}`;
}
