import type { TextRange } from '../../compaction/previews/cut.ts';
import type { EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { spokenText } from '../../event/harness-text.ts';
import { isPullCall } from '../../session/pull-limit.ts';
import { callLabel } from '../../recall/passages/passage-header.ts';
import { cutWithEllipsis } from '../../text/ellipsis.ts';
import type { DerivedCall, DerivedFacts, DerivedFailure, DerivedFile, DerivedItem, DerivedPlace } from './derived-task-state.ts';
import { callFailed, didNothing, textOfBody } from './call-outcome.ts';
import { failureLine } from './failed-result.ts';
import { tellsFailure } from './told-failure.ts';
import { readCall } from './read-call.ts';
import { choicesIn, rulesIn } from './said-rules.ts';
import { settle, showsRemoval, withFailure } from './settle-failures.ts';

/** An event as input for deriving facts. */
export interface FactEvent {
  readonly id: string;
  readonly ordinal: number;
  readonly kind: EventKind;
  readonly body: EventBody;
}

const KEPT = { requests: 12, constraints: 16, decisions: 10, files: 40, failures: 8, openCalls: 32, earlier: 4 } as const;
const ITEM_CHARS = 200;
const LABEL_CHARS = 80;
/** Text entirely in markup, or one line in brackets: the agent's harness wrote it, and nobody asks for anything in it. */
const OF_HARNESS = /^\s*(?:<[^<>]{1,80}>[\s\S]*<\/[^<>]{1,80}>|\[[^[\]\n]{1,160}\])\s*$/;

/** Beginning of a task state that is a message of its own, in a window that a caller sends back. */
export const DERIVED = '[Task state, derived from the log by rule';

interface Reading {
  requests: DerivedItem[];
  constraints: DerivedItem[];
  decisions: DerivedItem[];
  files: Map<string, DerivedFile>;
  failures: DerivedFailure[];
  endsWithMessage: boolean;
  endsWithFailure: boolean;
  /** Calls that wait for their result, in order. */
  openCalls: DerivedCall[];
}

/**
 * Derives facts from events and adds them to earlier facts: requests, rules and choices verbatim, files and failures by
 * their calls. What a later event supersedes is dropped. Pure.
 */
export function deriveFacts(before: DerivedFacts, events: readonly FactEvent[]): DerivedFacts {
  const reading: Reading = {
    requests: [...before.requests],
    constraints: [...before.constraints],
    decisions: [...before.decisions],
    files: new Map(before.files.map((file) => [file.path, file])),
    failures: [...before.failures],
    endsWithMessage: before.endsWithMessage,
    endsWithFailure: before.endsWithFailure === true,
    openCalls: [...(before.openCalls ?? [])],
  };
  let throughOrdinal = before.throughOrdinal;
  for (const event of events) {
    if (event.ordinal <= throughOrdinal) continue;
    throughOrdinal = event.ordinal;
    readEvent(reading, event);
  }
  return {
    throughOrdinal,
    requests: reading.requests.slice(-KEPT.requests),
    constraints: newest(reading.constraints, KEPT.constraints),
    decisions: newest(reading.decisions, KEPT.decisions),
    files: keptFiles([...reading.files.values()]),
    failures: reading.failures.slice(-KEPT.failures),
    ...(reading.openCalls.length > 0 ? { openCalls: reading.openCalls.slice(-KEPT.openCalls) } : {}),
    endsWithMessage: reading.endsWithMessage,
    ...(reading.endsWithFailure && { endsWithFailure: true }),
  };
}

/** Returns the latest files in their order. One that was changed is kept before any that were only read. */
function keptFiles(files: readonly DerivedFile[]): DerivedFile[] {
  const kept = files.toSorted((a, b) => Number(a.changes > 0) - Number(b.changes > 0) || a.ordinal - b.ordinal).slice(-KEPT.files);
  return kept.sort((a, b) => a.ordinal - b.ordinal);
}

function readEvent(reading: Reading, { id, kind, ordinal, body }: FactEvent): void {
  dropSuperseded(reading, body.meta.supersedes ?? []);
  const text = textOfBody(body);
  const items = (said: readonly { readonly text: string; readonly range?: TextRange }[]) =>
    said.map((one): DerivedItem => ({ ordinal, eventId: id, ...(one.range && { range: one.range }), text: clip(one.text, ITEM_CHARS) }));
  switch (kind) {
    case 'user_message':
      // A message of the model that ended its run answers all earlier requests, and waits for no result. It settles
      // earlier failures where it does not tell of one itself.
      if (reading.endsWithMessage) {
        reading.requests = [];
        if (!reading.endsWithFailure) reading.failures = [];
        reading.openCalls = [];
      }
      reading.endsWithMessage = false;
      reading.requests.push(...items(requestIn(text).map((said) => ({ text: said }))));
      reading.constraints.push(...items(rulesIn(body.text)));
      return;
    case 'agent_message':
      reading.endsWithMessage = true;
      reading.endsWithFailure = tellsFailure(body.text);
      reading.decisions.push(...items(choicesIn(body.text)));
      return;
    case 'decision':
      reading.decisions.push(...items([{ text }]));
      return;
    case 'thinking':
      reading.endsWithMessage = false;
      return;
    case 'tool_call':
      reading.endsWithMessage = false;
      readToolCall(reading, ordinal, body);
      return;
    case 'tool_result':
      readResult(reading, ordinal, body, text);
      return;
    default:
  }
}

function dropSuperseded(reading: Reading, eventIds: readonly string[]): void {
  if (eventIds.length === 0) return;
  const dropped = new Set<string | undefined>(eventIds);
  const standing = (items: readonly DerivedItem[]): DerivedItem[] =>
    items.flatMap(
      (item) =>
        saidAt(
          item.text,
          placesOf(item).filter(({ eventId }) => !dropped.has(eventId)),
        ) ?? [],
    );
  reading.requests = standing(reading.requests);
  reading.constraints = standing(reading.constraints);
  reading.decisions = standing(reading.decisions);
}

/** Returns what a user's message asks for; nothing where the harness wrote it. */
function requestIn(text: string): string[] {
  const said = spokenText(text);
  const isSaid = said === '' ? text === '' : !OF_HARNESS.test(said) && !said.startsWith(DERIVED);
  return isSaid ? [said] : [];
}

function readToolCall(reading: Reading, ordinal: number, { call }: EventBody): void {
  if (!call) return;
  const { paths, changed, removed, operands, ran, isSearch, onlyShows, key, settles, hasSteps } = readCall(call);
  reading.openCalls.push({
    id: call.id,
    name: call.name,
    ordinal,
    key,
    label: clip(callLabel(call), LABEL_CHARS),
    isSearch,
    ...(onlyShows && { onlyShows }),
    ...((settles.length !== 1 || settles[0] !== key) && { settles }),
    ...(paths.length > 0 && { paths }),
    ...(changed.length > 0 && { changed }),
    ...(removed.length > 0 && { removed }),
    ...(operands.length > 0 && { operands }),
    ...(ran.length > 0 && { ran }),
    ...(hasSteps && { hasSteps }),
    ...(isPullCall(call) && { isPull: true }),
  });
}

function readResult(reading: Reading, ordinal: number, body: EventBody, text: string): void {
  const call = takeCall(reading, body.call);
  if (!call || call.isPull) return;
  const isError = body.isError === true;
  const isWrong = callFailed(call, text, isError);
  if (!didNothing(call, text, isError)) countFiles(reading, call);
  if (body.recall) return;
  if (!isWrong) {
    reading.failures = settle(reading.failures, call);
    return;
  }
  const line = failureLine(text);
  if (showsRemoval(reading.files, call, line)) return;
  const { label } = call;
  const said =
    line === '' ? { text: clip(label, ITEM_CHARS) } : { text: clip(`${label}: ${line}`, ITEM_CHARS), lineFrom: label.length + 2 };
  reading.failures = withFailure(reading.failures, { call, ordinal, ...said });
}

function countFiles(reading: Reading, { ordinal, paths = [], changed = [], removed = [] }: DerivedCall): void {
  for (const path of paths) {
    const before = reading.files.get(path);
    const isChanged = changed.includes(path);
    const changes = (before?.changes ?? 0) + (isChanged ? 1 : 0);
    const wasRemoved = !isChanged && before?.removed === true;
    reading.files.set(path, { path, changes, ordinal: Math.max(ordinal, before?.ordinal ?? 0), ...(wasRemoved && { removed: true }) });
  }
  for (const gone of removed)
    for (const file of reading.files.values())
      if (file.path === gone || file.path.startsWith(`${gone}/`)) reading.files.set(file.path, { ...file, removed: true });
}

/**
 * Takes the open call that a result answers: results come in the order of their calls, and where an id is used twice, a
 * call of the same tool and of the newest request comes first.
 */
function takeCall(reading: Reading, answered: EventBody['call']): DerivedCall | undefined {
  const open = reading.openCalls.filter(({ id }) => id === answered?.id);
  const named = open.filter(({ name }) => name === answered?.name);
  const waiting = named.length > 0 ? named : open;
  const since = reading.requests.at(-1)?.ordinal ?? 0;
  const found = waiting.find(({ ordinal }) => ordinal > since) ?? waiting[0];
  reading.openCalls = reading.openCalls.filter((call) => call !== found);
  return found;
}

/**
 * Returns the latest items; what was said again stands once, where it was said last. A message that says many of them, as a
 * list that was pasted does, gives way first, so that it pushes out nothing that was said by itself.
 */
function newest(items: readonly DerivedItem[], most: number): DerivedItem[] {
  const alike = Map.groupBy(items, ({ text }) => text.toLowerCase());
  const all = [...alike.values()]
    .flatMap((said) => saidAt(said.at(-1)!.text, said.flatMap(placesOf)) ?? [])
    .sort((a, b) => a.ordinal - b.ordinal);
  if (all.length <= most) return all;
  const messages = [...Map.groupBy(all, ({ ordinal }) => ordinal).values()];
  const isBeside = messages.length > 1;
  for (const own of messages) if (isBeside && own.length > LIST_FROM) own.splice(OF_A_LIST);
  for (let count = messages.flat().length; count > most; count -= 1)
    messages.reduce((longest, own) => (own.length > longest.length ? own : longest)).pop();
  return messages.flat();
}

/** Number of items in one message from which they are a list, and of those that are shown of it. */
const LIST_FROM = 12;
const OF_A_LIST = 3;

/** Returns the places where an item is said, in order. */
export function placesOf({ ordinal, eventId, range, earlier = [] }: DerivedItem): readonly DerivedPlace[] {
  return [...earlier, { ordinal, ...(eventId !== undefined && { eventId }), ...(range && { range }) }];
}

/** Makes an item of the places where its text is said, in order; undefined where there is none left. */
function saidAt(text: string, places: readonly DerivedPlace[]): DerivedItem | undefined {
  const last = places.at(-1);
  const earlier = places.slice(0, -1).slice(-KEPT.earlier);
  return last && { ...last, text, ...(earlier.length > 0 && { earlier }) };
}

/** Returns the beginning of a text with even white space, at least one character longer than asked for where there is more. */
function firstLine(text: string, chars: number): string {
  for (let read = 2 * chars; ; read *= 4) {
    const line = text.slice(0, read).replace(/\s+/g, ' ');
    if (line.length > chars || read >= text.length) return line;
  }
}

export function clip(text: string, chars: number): string {
  return cutWithEllipsis(firstLine(text.trim(), chars), chars);
}
