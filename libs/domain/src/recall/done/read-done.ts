import type { EventBody } from '../../event/event-body.ts';
import { sketchCall } from '../../compaction/sketches/sketch-call.ts';
import { failureLine, hasFailed, saysNothing } from '../../task-state/derived/failed-result.ts';
import { readCall } from '../../task-state/derived/read-call.ts';
import type { AskedAction } from './asked-action.ts';

/** What a call, or a result, did of what is asked for. */
export interface Done {
  /** Each file, command or failure: the same again is named by its latest event alone. */
  readonly targets: readonly string[];
  /** Returns the part of the event's text that names them, in characters of it. */
  rangeIn(text: string): { readonly from: number; readonly to: number };
}

/** Characters of a call that are shown, and those before a file that stands further behind. */
const SHOWN_CHARS = 200;
const BEFORE_CHARS = 20;
/** Characters by which a line is known again. */
const KNOWN_CHARS = 24;

/** Reads whether a call did what is asked for, or a result failed; undefined where it did not. */
export function readDone(action: AskedAction, { call, text, isError }: Pick<EventBody, 'call' | 'text' | 'isError'>): Done | undefined {
  if (action === 'fail') return failed(text, isError === true);
  if (call === undefined) return undefined;
  if (action === 'run') return sketchCall(call).done === 'commands' ? { targets: [call.arguments ?? ''], rangeIn: beginningOf } : undefined;
  const { paths, changed, isChange } = readCall(call);
  const targets = action === 'change' ? changed : isChange ? [] : paths;
  return targets.length === 0 ? undefined : { targets, rangeIn: (said) => aroundNames(said, targets) };
}

/** A search that finds nothing ends with 1 and says no more, as a failure would not. */
function failed(text: string, isError: boolean): Done | undefined {
  if (!hasFailed(text, isError) || (!isError && saysNothing(text))) return undefined;
  const line = failureLine(text);
  return { targets: [line], rangeIn: (said) => lineIn(said, line) };
}

const beginningOf = (text: string): { from: number; to: number } => ({ from: 0, to: wholeTo(text, SHOWN_CHARS) });

/** Takes a text from its beginning up to the last name that fits, or from shortly before the first that stands further behind. */
function aroundNames(text: string, names: readonly string[]): { from: number; to: number } {
  const places = names.map((name) => ({ from: text.indexOf(name), to: text.indexOf(name) + name.length })).filter(({ from }) => from >= 0);
  const near = places.filter(({ to }) => to <= SHOWN_CHARS);
  if (near.length > 0) return { from: 0, to: Math.max(...near.map(({ to }) => to)) };
  const [first] = places.toSorted((a, b) => a.from - b.from);
  return first === undefined ? beginningOf(text) : { from: wholeTo(text, Math.max(0, first.from - BEFORE_CHARS)), to: first.to };
}

/** Finds a line that was read without rules and tags: by its beginning where it does not stand as it was read. */
function lineIn(text: string, line: string): { from: number; to: number } {
  const at = text.lastIndexOf(line) >= 0 ? text.lastIndexOf(line) : text.lastIndexOf(line.slice(0, KNOWN_CHARS));
  const from = Math.max(0, at);
  const end = text.indexOf('\n', from);
  return { from, to: wholeTo(text, Math.min(end < 0 ? text.length : end, from + SHOWN_CHARS)) };
}

/** Moves a place behind half a character to its beginning. */
function wholeTo(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && at < text.length && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : Math.min(at, text.length);
}
