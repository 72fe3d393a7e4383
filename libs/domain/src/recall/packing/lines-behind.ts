import { endsAtBreak } from '../passages/split-lines.ts';
import type { LinePlace } from './alike-count.ts';
import type { PackableEvent, PackableLine } from './packable-event.ts';
import { isBlank } from './shown-lines.ts';

/** Lines behind one that are looked at for what it announces. */
const LOOKED_AT = 3;
/** Number of a line where a tool printed one. */
const NUMBER = String.raw`^(?:\s*\d{1,7}→|\s+\d{1,7}\t)?`;
const END = String.raw`\s*(?:\\n)?\s*$`;
/** Matches the fence of a code block, with the language that it names. */
const FENCE = new RegExp(`${NUMBER}\\s*(?:\`{3,}|~{3,})[\\w+-]*${END}`);
const HEADING = new RegExp(`${NUMBER}\\s*#{1,6}\\s`);
const COLON = new RegExp(`[:：][*_]{0,3}${END}`);

/**
 * Returns the lines that come with a line of a passage: the one behind it. Behind a heading, a line that ends in a colon
 * and the fence of a code block these are all up to the first that says something, as without it nothing is announced.
 */
export function linesBehind(lines: readonly PackableLine[], line: number): number[] {
  const next = line + 1;
  if (next >= lines.length) return [];
  if (!announces(lines[line]!.text)) return [next];
  const behind = lines.slice(next, next + LOOKED_AT);
  const said = behind.findIndex(({ text }) => !isBlank(text) && !FENCE.test(text));
  return said === -1 ? [next] : behind.slice(0, said + 1).map((_, at) => next + at);
}

/**
 * Returns the place at which the last line of a passage goes on, where it was cut for its length; undefined for any other
 * line.
 */
export function restOfLine({ passages }: PackableEvent, { event, passage, line }: LinePlace): LinePlace | undefined {
  const { lines } = passages[passage]!;
  const { text, toByte } = lines[line]!;
  if (line !== lines.length - 1 || endsAtBreak(text)) return undefined;
  const rest = passages.findIndex((other) => other.lines[0]?.fromByte === toByte);
  return rest === -1 ? undefined : { event, passage: rest, line: 0 };
}

const announces = (text: string): boolean => HEADING.test(text) || COLON.test(text) || FENCE.test(text);
