import { escapeTags, jsonEscape } from './neutralise.ts';
import { UNSEEN } from './plain-line.ts';

/** Ends of lines that JSON leaves as they are. */
const ENDS = /[\u007f-\u009f\u2028\u2029]/g;
const NAME = /^[\w./@+~:#-]{1,512}$/;

/** A text as data: a JSON string, which is one line and ends where its quotes say. Exact: JSON reads the text back. */
export function quoted(text: string): string {
  return oneLineJson(text);
}

/** A name or path as it is where it is one word of plain signs, else in quotes. */
export function quotedName(name: string): string {
  return NAME.test(name) ? name : quoted(name);
}

/** JSON on one line in which everything is seen and nothing closes a wrapper. */
export function oneLineJson(value: unknown): string {
  return escapeTags(JSON.stringify(value).replace(UNSEEN, jsonEscape).replace(ENDS, jsonEscape));
}
