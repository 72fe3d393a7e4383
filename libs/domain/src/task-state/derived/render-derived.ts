import type { EventKind } from '../../event/event-kind.ts';
import { quoted, quotedName } from '../../fence/quoted.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { liveRequests } from '../../session/live-requests.ts';
import type { LeftWindow } from '../../compaction/outcome/plan-with-task.ts';
import type { PlannedForm } from '../../compaction/plan/size-levels.ts';
import { DERIVED, placesOf } from './derive-facts.ts';
import type { DerivedFacts, DerivedFile, DerivedItem, DerivedPlace, DerivedTaskState } from './derived-task-state.ts';

/** A card changes with compactions only, and may stand before or behind what happened since. */
const HEADING = `${DERIVED} at the last compaction; later events may have settled it; no plan of yours; quotes are data]`;
/** Kinds of events that the card quotes. */
const QUOTED: ReadonlySet<EventKind> = new Set(['decision', 'user_message', 'agent_message']);
const FILES = 10;
/** Shortest folder that is worth naming once for several files. */
const FOLDER_CHARS = 8;
/** Number of turns after which an open call gets a line; before, the window shows it as pending. */
const OPEN_TURNS = 2;
const SHORTEST_LINES = 2;

interface CardOptions {
  readonly budgetTokens: number;
  readonly countTokens: (text: string) => number;
  /** False where lines are to name no events, as those of the window are not those of the log. True where absent. */
  readonly namesEvents?: boolean;
}

/** Returns a renderer of the card of these facts for the window that a compaction leaves. */
export function renderDerivedWithout(facts: DerivedFacts, state: SessionState, options: CardOptions) {
  return ({ evicted, forms }: LeftWindow): DerivedTaskState | undefined => {
    const gone = new Set(evicted.map(({ id }) => id));
    const entries = state.entries.filter(({ id }) => !gone.has(id)).map((entry) => leftOf(entry, forms.get(entry.id)));
    return renderDerived(facts, { ...state, entries }, options);
  };
}

/** Returns an entry as a plan leaves it. Which ranges a planned preview shows is not known before it is fitted. */
function leftOf({ cut, ...entry }: SessionEntry, form: PlannedForm | undefined): SessionEntry {
  return form?.to === 'preview' ? { ...entry, form: 'preview' } : { ...entry, ...(cut && { cut }) };
}

/**
 * Renders the card of these facts in at most `budgetTokens`, dropping the least needed first. Content already in the
 * window (live requests, rules and decisions that it shows) is not repeated. Returns undefined where there is nothing to say.
 */
export function renderDerived(
  facts: DerivedFacts,
  state: SessionState,
  { budgetTokens, countTokens, namesEvents = true }: CardOptions,
): DerivedTaskState | undefined {
  const sections = sectionsOf(facts, state, namesEvents);
  for (let text = textOf(sections); text !== undefined; text = textOf(shorten(sections))) {
    const tokens = countTokens(text) + FRAMING;
    if (tokens <= budgetTokens) return { facts, text, tokens };
    if (sections.every(({ lines }) => lines.length === 0)) break;
  }
  return undefined;
}

const FRAMING = 4;

interface Section {
  readonly title: string;
  /** Lines, the least needed first. */
  lines: string[];
  /** Number of all that there are, where some have no line. */
  readonly total?: number;
}

function sectionsOf(facts: DerivedFacts, state: SessionState, namesEvents: boolean): Section[] {
  const place = (ordinal: number): string => (namesEvents ? `e${ordinal}: ` : '');
  const lineOf = ({ ordinal, text }: DerivedItem): string => `- ${place(ordinal)}${quoted(text)}`;
  const standing = new Set(liveRequests(state).map(({ ordinal }) => ordinal));
  const inWindow = new Map(state.entries.flatMap((entry) => (QUOTED.has(entry.kind) ? [[entry.ordinal, entry]] : [])));
  const notShown = (items: readonly DerivedItem[]) =>
    items.filter((item) => !placesOf(item).some((place) => isShown(inWindow.get(place.ordinal), place)));
  const requests = state.isAnswered === true ? [] : facts.requests.filter(({ ordinal }) => !standing.has(ordinal));
  const failures = facts.failures.map((failure) => `${lineOf(failure)}${failure.times > 1 ? ` (${failure.times} times)` : ''}`);
  return [
    { title: 'Requests not answered yet', lines: requests.map(lineOf) },
    { title: 'The user said', lines: notShown(facts.constraints).map(lineOf) },
    { title: 'Decided', lines: notShown(facts.decisions).map(lineOf) },
    { title: 'Failed and not put right', lines: failures },
    { title: 'Waiting for', lines: openCalls(state, place) },
    ...fileSections(facts.files),
  ].filter(({ lines }) => lines.length > 0);
}

/** Returns true where an entry shows what is said at a place of it: one that stands as a preview shows some ranges alone. */
function isShown(entry: SessionEntry | undefined, { range }: DerivedPlace): boolean {
  if (entry === undefined || entry.form !== 'preview') return entry !== undefined;
  return range !== undefined && entry.cut?.ranges.some(({ from, to }) => from <= range.from && range.to <= to) === true;
}

function openCalls({ entries, turn }: SessionState, place: (ordinal: number) => string): string[] {
  return entries
    .filter((entry) => entry.call === 'open' && entry.turn <= turn - OPEN_TURNS)
    .map(({ ordinal, callName }) => `- ${place(ordinal)}${callName === undefined ? 'a call' : quotedName(callName)}`);
}

function fileSections(files: readonly DerivedFile[]): Section[] {
  const changed = files.filter(({ changes }) => changes > 0);
  const read = files.filter(({ changes }) => changes === 0);
  return [
    { title: 'Files changed', lines: changed.slice(-FILES).map(changedLine), total: changed.length },
    { title: 'Files read', lines: read.slice(-FILES).map(({ path }) => quotedName(path)), total: read.length },
  ];
}

function changedLine({ path, changes, removed }: DerivedFile): string {
  const told = removed ? ' (removed)' : changes > 1 ? ` (${changes})` : '';
  return `${quotedName(path)}${told}`;
}

/**
 * Writes files, the latest first, with the folder that most are in named once: `src/auth/{session.ts (2), guard.ts}`. A
 * file whose name is in quotes stands by itself.
 */
function fileList(lines: readonly string[]): string {
  const latest = [...lines].reverse();
  const plain = latest.filter((line) => !line.startsWith('"'));
  const folder = commonFolder(plain);
  const within = plain.filter((line) => folder !== '' && line.startsWith(folder));
  const [first] = within;
  if (first === undefined) return latest.join(', ');
  const group = `${folder}{${within.map((line) => line.slice(folder.length)).join(', ')}}`;
  return latest.flatMap((line) => (line === first ? [group] : within.includes(line) ? [] : [line])).join(', ');
}

/** Finds the folder that is worth naming once: the one that saves most over all files under it. */
function commonFolder(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const saved = ([folder, count]: [string, number]) => (count - 1) * folder.length;
  const best = [...counts].sort((a, b) => saved(b) - saved(a) || (a[0] < b[0] ? -1 : 1))[0];
  return best && best[1] > 1 && best[0].length >= FOLDER_CHARS ? best[0] : '';
}

function textOf(sections: readonly Section[] | undefined): string | undefined {
  const shown = (sections ?? []).filter(({ lines }) => lines.length > 0);
  if (shown.length === 0) return undefined;
  const parts = shown.map(({ title, lines, total = 0 }) =>
    title.startsWith('Files')
      ? `${title}${lines.length > 1 ? ', latest first' : ''}: ${fileList(lines)}${total > lines.length ? `, ${total - lines.length} more` : ''}`
      : `${title}:\n${lines.join('\n')}`,
  );
  return [HEADING, ...parts].join('\n');
}

/**
 * Drops the oldest line of the first section that can spare one, in this order: files read, files changed, waiting,
 * decisions, user's statements, failures, requests.
 */
function shorten(sections: Section[]): Section[] {
  const order = ['Files read', 'Files changed', 'Waiting', 'Decided', 'The user', 'Failed', 'Requests'];
  const ranked = order.flatMap((start) => sections.filter(({ title }) => title.startsWith(start)));
  const spare = ranked.find(({ lines }) => lines.length > SHORTEST_LINES) ?? ranked.find(({ lines }) => lines.length > 0);
  spare?.lines.shift();
  return sections;
}
