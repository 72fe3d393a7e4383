import { escapeTags, jsonEscape } from './neutralise.ts';
import { UNSEEN } from './plain-line.ts';

/** Line ends that JSON does not escape. */
const ENDS = /[\u007f-\u009f\u2028\u2029]/g;
const NAME = /^[\w./@+~:#-]{1,512}$/;

/** Quotes a text as data: a JSON string on one line, which only its closing quote ends. JSON parses it back exactly. */
export function quoted(text: string): string {
  return oneLineJson(text);
}

/** Returns a name or path unchanged if it is one word of plain characters, else in quotes. */
export function quotedName(name: string): string {
  return NAME.test(name) ? name : quoted(name);
}

/** Writes JSON on one line with only visible characters and nothing that closes a wrapper. */
export function oneLineJson(value: unknown): string {
  return escapeTags(JSON.stringify(value).replace(UNSEEN, jsonEscape).replace(ENDS, jsonEscape));
}
