import { findTellingStrings, MODEL_OUTPUT_KINDS, type AssembledWindow, type NewEvent } from '@total-recall/domain';
import { shareOf, type Share } from './ranking-measures.ts';
import { textOfEvent } from './session-events.ts';

/** Number of model turns in one session, by whether they would have needed recall. */
export interface SimulatedPulls {
  readonly modelTurns: number;
  /** Turns that write an exact string from earlier in the session. */
  readonly referring: number;
  /** Turns that write such a string although their window no longer showed it: an agent would have had to recall. */
  readonly pulls: number;
}

/** Frequency of recalls by an agent that recalls only what its window does not hold. Source: 002 H7. */
export interface PullFrequency extends SimulatedPulls {
  readonly turns: number;
  /** Pulls per turn as the session numbers them; `ofModelTurns`: per turn of the model. */
  readonly ofTurns: number | null;
  readonly ofModelTurns: Share;
}

/** Largest number of exact strings looked for in one event. */
const STRINGS = 256;
/** Files under their folder, as a task state lists them. */
const GROUPED = /(\S*\/)\{([^{}\n]+)\}/g;
const TIMES = / \(\d+\)$/;

export interface PullWatch {
  /** Notes a step of the agent loop, with the window before it. */
  passed(events: readonly NewEvent[], window: AssembledWindow | undefined): void;
  counts(): SimulatedPulls;
}

/**
 * Simulates an agent over a recorded session that knows only what its window shows. If it writes an exact string that
 * stood earlier in the session but not in that window, it must have recalled it.
 */
export function watchPulls(): PullWatch {
  const seen = new Set<string>();
  let [modelTurns, referring, pulls] = [0, 0, 0];
  return {
    passed(events, window) {
      const texts = events.map((event) => ({
        isWritten: MODEL_OUTPUT_KINDS.has(event.kind),
        strings: findTellingStrings(textOfEvent(event), STRINGS),
      }));
      if (texts.some(({ isWritten }) => isWritten)) {
        modelTurns += 1;
        const needed = texts.flatMap(({ isWritten, strings }) => (isWritten ? strings.filter((string) => seen.has(string)) : []));
        if (needed.length > 0) {
          referring += 1;
          const shown = withWholePaths(shownIn(window));
          if (needed.some((string) => !shown.includes(string))) pulls += 1;
        }
      }
      for (const { strings } of texts) for (const string of strings) seen.add(string);
    },
    counts: () => ({ modelTurns, referring, pulls }),
  };
}

/** Returns the text of everything a window shows, markers and arguments of calls included. */
export function shownIn(window: Pick<AssembledWindow, 'blocks'> | undefined): string {
  return window?.blocks.map((block) => `${block.text}\n${block.arguments ?? ''}`).join('\n') ?? '';
}

/** Adds the whole paths of files that stand under a folder named once, as in `src/auth/{session.ts (2), guard.ts}`. */
function withWholePaths(text: string): string {
  const paths = Array.from(text.matchAll(GROUPED), ([, folder, names]) =>
    names!.split(', ').map((name) => `${folder}${name.replace(TIMES, '')}`),
  );
  return [text, ...paths.flat()].join('\n');
}

export function pullFrequencyOf(
  sessions: readonly { readonly turns: number; readonly pulls: SimulatedPulls }[],
  seed: number,
): PullFrequency {
  const sum = (pick: (session: (typeof sessions)[number]) => number) => sessions.reduce((total, session) => total + pick(session), 0);
  const turns = sum((session) => session.turns);
  const modelTurns = sum(({ pulls }) => pulls.modelTurns);
  const pulls = sum((session) => session.pulls.pulls);
  return {
    turns,
    modelTurns,
    referring: sum((session) => session.pulls.referring),
    pulls,
    ofTurns: turns === 0 ? null : pulls / turns,
    ofModelTurns: shareOf(
      Array.from({ length: modelTurns }, (_, at) => at < pulls),
      seed,
    ),
  };
}
