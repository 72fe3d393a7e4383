import type { EventBody, ToolCall } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { sketchCall } from '../../compaction/sketches/sketch-call.ts';
import { callFailed, didNothing, textOfBody } from '../../task-state/derived/call-outcome.ts';
import { failureLine, hasFailed, saysNothing } from '../../task-state/derived/failed-result.ts';
import { lineRange } from '../../task-state/derived/line-range.ts';
import { readCall } from '../../task-state/derived/read-call.ts';
import { rulesIn } from '../../task-state/derived/said-rules.ts';
import { wholeTo } from '../../text/surrogates.ts';
import type { AskedAction } from './asked-action.ts';

/** A part of a text, in characters; `to` is exclusive. */
interface CharRange {
  readonly from: number;
  readonly to: number;
}

/** Tells what a call, or a result, did of what is asked for. */
export interface Done {
  /** Each file, command or failure: the same again is named by its latest event alone. */
  readonly targets: readonly string[];
  /** Returns the parts of the event's text that name some of them, in their order. */
  rangesIn(text: string, targets: readonly string[]): readonly CharRange[];
}

type DoneBody = Pick<EventBody, 'call' | 'text' | 'artifacts' | 'isError'>;

/** Tells what kind of event it is, and of a result the call that it answers where that is known. */
interface DoneContext {
  readonly kind: EventKind;
  readonly answered?: ToolCall | undefined;
}

/** Characters of a call that are shown, and those before a file that stands further behind. */
const SHOWN_CHARS = 200;
const BEFORE_CHARS = 20;

/**
 * Reads whether a call did what is asked for, a result failed, as its `answered` call tells where that is known, or a message
 * set a rule; undefined where it did not.
 */
export function readDone(action: AskedAction, body: DoneBody, { kind, answered }: DoneContext): Done | undefined {
  const { call } = body;
  if (action === 'rule') return readRules(kind, textOfBody(body));
  if (action === 'fail') return readFailure(textOfBody(body), body.isError === true, answered);
  if (call === undefined) return undefined;
  if (action === 'run') {
    const isCommand = sketchCall(call).done === 'commands';
    return isCommand ? { targets: [call.arguments ?? ''], rangesIn: (said) => [beginningOf(said)] } : undefined;
  }
  const { looked, changed, removed, isChange } = readCall(call);
  const targets = { change: changed, remove: removed, read: isChange ? [] : looked }[action];
  return targets.length === 0 ? undefined : { targets, rangesIn: aroundNames };
}

/** Returns true where the result of a call tells that it neither read nor changed a file: a list of what was done leaves it out. */
export function wasRefused(call: ToolCall, result: EventBody): boolean {
  return didNothing(readCall(call), textOfBody(result), result.isError === true);
}

/**
 * Reads the line that tells of a failure, as the task state judges its call. A search that finds nothing ends with 1 and says
 * no more: so may one of an unknown call, unless its caller says that it failed. A failure without any word names nothing that
 * a list could show.
 */
function readFailure(text: string, isError: boolean, answered: ToolCall | undefined): Done | undefined {
  const isNone = !hasFailed(text, isError) || (!isError && saysNothing(text));
  if (answered === undefined ? isNone : !callFailed(readCall(answered), text, isError)) return undefined;
  const line = failureLine(text);
  return line === ''
    ? undefined
    : { targets: [line], rangesIn: (said) => [lineRange(said, line, { chars: SHOWN_CHARS }) ?? beginningOf(said)] };
}

/** Reads the sentences of a message that set a rule. A constraint is one as a whole. */
function readRules(kind: EventKind, text: string): Done | undefined {
  if (kind === 'constraint') return { targets: [text], rangesIn: (said) => [beginningOf(said)] };
  const rules = rulesIn(text).slice(0, RULES_OF_A_MESSAGE);
  if (rules.length === 0) return undefined;
  return {
    targets: rules.map((rule) => rule.text),
    rangesIn: (said, targets) => rulesIn(said).flatMap(({ text: rule, range }) => (targets.includes(rule) ? [range] : [])),
  };
}

/** Rules of one message that are shown: a list that was pasted is opened as a whole. */
const RULES_OF_A_MESSAGE = 12;

const beginningOf = (text: string): CharRange => ({ from: 0, to: wholeTo(text, SHOWN_CHARS) });

/** Takes the beginning of a call up to the last name that fits, and each name that stands further behind with a little before it. */
function aroundNames(text: string, names: readonly string[]): CharRange[] {
  const places = names.flatMap((name) => placeOf(text, name) ?? []).sort((a, b) => a.from - b.from);
  if (places.length === 0) return [beginningOf(text)];
  const ranges: CharRange[] = [];
  for (const { from, to } of places) {
    const start = to <= SHOWN_CHARS ? 0 : wholeTo(text, Math.max(0, from - BEFORE_CHARS));
    const before = ranges.at(-1);
    if (before !== undefined && start <= before.to) ranges[ranges.length - 1] = { from: before.from, to: Math.max(before.to, to) };
    else ranges.push({ from: start, to });
  }
  return ranges;
}

/** Finds a name as it is written in arguments: backslashes are doubled there. */
function placeOf(text: string, name: string): CharRange | undefined {
  for (const written of [name, JSON.stringify(name).slice(1, -1)]) {
    const from = text.indexOf(written);
    if (from >= 0) return { from, to: from + written.length };
  }
  return undefined;
}
