import type { LinePlace } from './alike-count.ts';
import type { PackableEvent } from './packable-event.ts';

/**
 * How much of a line is shown: nothing of a `new` one. A `said` one stands elsewhere beside other lines, so that it may
 * be what a new line here belongs to; a `repeated` one stands elsewhere among the same lines.
 */
export type Shown = 'new' | 'said' | 'repeated';

/** Remembers which lines are shown, each with the lines around it. */
export interface ShownLines {
  add(place: LinePlace): void;
  of(place: LinePlace): Shown;
}

/** A line with those around it, in the order of the event's text, wherever its passages are cut. */
interface SpokenLine {
  readonly said: string;
  readonly beside: readonly string[];
  readonly run: string;
}

/** Lines before and behind one that are the same where it is repeated. */
const AROUND = 2;
/** A shorter line is new again, as it means something else elsewhere, unless a line beside it was shown, too. */
const SAID_FROM_CHARS = 12;
/**
 * Brackets, rules and line ends, also those written out in a call's JSON and those behind a line's number. Other signs,
 * such as a thumb, may answer.
 */
const BLANK = /^(?:\s*\d{1,7}→|\s+\d{1,7}\t)?(?:\\[nrt]|[\s\p{P}\p{Sm}\p{Sk}\p{Sc}\u2500-\u259f])*$/u;

export function createShownLines(events: readonly PackableEvent[]): ShownLines {
  const spoken = new Map<number, readonly (readonly (SpokenLine | undefined)[])[]>();
  const lineAt = ({ event, passage, line }: LinePlace): SpokenLine | undefined => {
    const own = spoken.get(event) ?? spokenLines(events[event]!);
    spoken.set(event, own);
    return own[passage]![line];
  };
  const said = new Set<string>();
  const runs = new Set<string>();
  return {
    add(place) {
      const line = lineAt(place);
      if (line === undefined) return;
      said.add(line.said);
      runs.add(line.run);
    },
    of(place) {
      const line = lineAt(place);
      if (line === undefined || !said.has(line.said)) return 'new';
      if (line.said.length < SAID_FROM_CHARS && !line.beside.some((other) => said.has(other))) return 'new';
      return runs.has(line.run) ? 'repeated' : 'said';
    },
  };
}

/** Returns the lines of each passage; undefined for a blank one. */
function spokenLines({ passages }: PackableEvent): (SpokenLine | undefined)[][] {
  const places = passages
    .flatMap(({ lines }, passage) => lines.map(({ text, fromByte }, line) => ({ passage, line, text, fromByte })))
    .filter(({ text }) => !isBlank(text))
    .sort((a, b) => a.fromByte - b.fromByte);
  const said = places.map(({ text }) => saidOf(text));
  const lines = passages.map((own): (SpokenLine | undefined)[] => own.lines.map(() => undefined));
  places.forEach(({ passage, line }, at) => {
    const before = said.slice(Math.max(0, at - AROUND), at);
    const behind = said.slice(at + 1, at + 1 + AROUND);
    lines[passage]![line] = {
      said: said[at]!,
      beside: [...before.slice(-1), ...behind.slice(0, 1)],
      run: [before.length, ...before, said[at]!, ...behind].join('\n'),
    };
  });
  return lines;
}

export const isBlank = (text: string): boolean => BLANK.test(text);
/** Returns what a line says, however it is spaced, and whether or not its ends are written out in a call's JSON. */
const saidOf = (text: string): string => text.replace(/(?:\s|\\[nrt])+/g, ' ').trim();
