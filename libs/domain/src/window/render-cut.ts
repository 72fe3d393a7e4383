import type { TextRange } from '../compaction/previews/cut.ts';
import { NOTE_TOOLS, type NoteTools } from './note-tools.ts';

const GAP = '[...]';

/**
 * Says how to get what a preview leaves out, with what stands before and behind that; empty where the model has no tool for
 * it. `ref` names the event to `open`, where the model can.
 */
export function waysToGet(ref: string | undefined, behind: string, { recall, open }: NoteTools = NOTE_TOOLS): string {
  const opens = ref === undefined || open === undefined ? [] : [`${open}(${ref})`];
  const ways = recall === undefined ? opens : [...opens, `${recall}(query)`];
  return ways.length === 0 ? '' : `; use ${ways.join(' or ')} ${behind}`;
}

/**
 * Creates the notes for the gaps of a text: the first says how much is left out and how to get it, the others only that
 * something is.
 */
export function createGapNotes(leftOut: number, ref?: string, tools?: NoteTools): () => string {
  let told = false;
  return () => {
    if (told) return GAP;
    told = true;
    return `[... ${leftOut} characters left out${waysToGet(ref, 'for them', tools)}]`;
  };
}

interface CutOptions {
  /** Shows a range, given its text and where it begins. Each range begins a line, so each is neutralised by itself. */
  readonly show?: (part: string, from: number) => string;
  /** Reference of the event to `open`; absent where the note names none. */
  readonly ref?: string;
  /** Tools that the notes name; those of `NOTE_TOOLS` where absent. */
  readonly tools?: NoteTools;
  /** Marks a line that is shown in part: half of a rule reads like another rule. */
  readonly marksParts?: boolean;
}

/** Stands where a line goes on that is shown in part. */
const GOES_ON = '…';

/** Renders the ranges of a text in order, with a note for each gap. */
export function renderCut(
  text: string,
  ranges: readonly TextRange[],
  { show = (part) => part, ref, tools, marksParts = false }: CutOptions = {},
): string {
  const kept = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const leftOut = text.length - kept;
  if (leftOut <= 0) return show(text, 0);
  const lines: string[] = [];
  const gap = createGapNotes(leftOut, ref, tools);
  let at = 0;
  for (const { from, to } of ranges) {
    if (from > at) lines.push(gap());
    const shown = trimNewLines(show(text.slice(from, to), from));
    lines.push(marksParts ? `${goesOnAt(text, from)}${shown}${goesOnAt(text, to)}` : shown);
    at = to;
  }
  if (at < text.length) lines.push(gap());
  return lines.join('\n');
}

/** Returns the sign for a place within a line, none between lines. */
function goesOnAt(text: string, at: number): string {
  return at === 0 || at === text.length || text[at - 1] === '\n' || text[at] === '\n' ? '' : GOES_ON;
}

/** Removes line breaks at both ends; a gap has a line of its own anyway. */
function trimNewLines(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === '\n') from++;
  while (to > from && text[to - 1] === '\n') to--;
  return text.slice(from, to);
}
