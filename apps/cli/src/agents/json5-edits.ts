import { endWithin, placesOf, readValue, type Place } from './json5-places.ts';

type Path = readonly string[];

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

/** Takes a value out of its object or list; `isIt` says which item of a list. Objects and lists that this leaves empty go, too. */
export function withoutValue(text: string, path: Path, isIt?: (item: unknown) => boolean): string {
  const holder = isIt ? placeAt(text, path) : placeAt(text, path.slice(0, -1));
  const held = holder?.within ?? [];
  const index = held.findIndex(({ key, value }) => (isIt ? isIt(readValue(text.slice(value.start, value.end))) : key === path.at(-1)));
  const found = held[index];
  if (found === undefined) return text;
  const up = isIt ? path : path.slice(0, -1);
  if (held.length === 1 && up.length > 0) return withoutValue(text, up);
  const before = held[index - 1];
  const end = found.comma ?? found.value.end;
  // The last one takes along the comma in front of it, which was written for it.
  const commaBefore = found.comma === undefined && before?.comma !== undefined ? before.comma : undefined;
  const rest = text.slice(end);
  const gap = /\s*$/.exec(text.slice(0, found.start))![0];
  // A comment may end in front of a line: it stays one where more follows on the line.
  const isSafe = !gap.includes('\n') || /^[ \t]*\r?\n/.test(rest);
  const start = found.start - (isSafe ? gap.length : 0);
  if (commaBefore === undefined) return text.slice(0, start) + rest;
  return text.slice(0, commaBefore - 1) + text.slice(commaBefore, Math.max(start, commaBefore)) + rest;
}

function placeAt(text: string, path: Path): Place | undefined {
  let place: Place | undefined = placesOf(text);
  for (const name of path) place = place?.within?.findLast(({ key }) => key === name)?.value;
  return place;
}

function setIn(text: string, object: Place, name: string, rest: Path, value: unknown, depth: number): string {
  if (object.kind !== 'object') throw new SyntaxError(`"${name}" can be written into an object only`);
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
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const first = holder.within?.[0]?.start ?? holder.end;
  const isEmpty = last === undefined;
  const hasLines = isEmpty ? depth === 1 || text.includes('\n') : text.slice(holder.start, first).includes('\n');
  const indent = isEmpty ? unit.repeat(depth) : /[ \t]*$/.exec(text.slice(0, first))![0];
  const printed = hasLines ? JSON.stringify(value, null, unit).replaceAll('\n', `\n${indent}`) : JSON.stringify(value);
  const written = name === undefined ? printed : `${JSON.stringify(name)}: ${printed}`;
  if (isEmpty)
    return text.slice(0, end) + (hasLines ? `\n${indent}${written}\n${unit.repeat(depth - 1)}` : written) + text.slice(holder.end - 1);
  const head = last.comma === undefined ? `${text.slice(0, last.value.end)},${text.slice(last.value.end, end)}` : text.slice(0, end);
  return `${head}${hasLines ? `\n${indent}` : ' '}${written}${last.comma === undefined ? '' : ','}${text.slice(end)}`;
}
