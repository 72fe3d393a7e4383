import { alikeLine, groupHeading, mostAlike, orderLines, takeLines, type Taken } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { describeEvidence, longestHeading } from './describe-evidence.ts';
import type { LoadedEvent } from './load-passages.ts';

export interface LineChoice {
  /** Best first. */
  readonly events: readonly LoadedEvent[];
  readonly family: string;
  /** The asking session. */
  readonly session?: string;
  /** Beyond this many tokens, only lines whose score is close enough to the best (`worthWithin`) are taken. */
  readonly freeTokens: number;
  readonly worthWithin: number;
}

/** Chooses the lines that fit a number of tokens. Later calls count only lines that were not counted before. */
type ChooseLines = (budgetTokens: number) => Promise<Taken>;

/** Most rounds of counting in one choice. */
const ROUNDS = 8;

/**
 * Counts all headings at once, and lines as needed. A heading counts as the longest one its event may get, with the line
 * about what was left out.
 */
export async function createLineChoice(
  tokens: TokenCounter,
  { events, family, session, freeTokens, worthWithin }: LineChoice,
): Promise<ChooseLines> {
  const groups = events.map((event) => groupHeading(describeEvidence(event), session));
  const fixed = [...new Set(groups)];
  const counted = await tokens.count(family, [
    ...fixed.map(endLine),
    ...events.map((event, at) => endLine(longestHeading(event)) + longestAlikeLine(events, at, session)),
  ]);
  const groupTokens = new Map(fixed.map((heading, at) => [heading, counted[at]!]));
  const lines = new Map<string, number>();
  const keyOf = (event: number, passage: number, line: number): string => `${event} ${passage} ${line}`;
  const picks = orderLines(events);
  const costs = {
    heading: (event: number) => counted[fixed.length + event]!,
    group: (event: number) => ({ key: groups[event]!, tokens: groupTokens.get(groups[event]!)! }),
    line: (event: number, passage: number, line: number) => lines.get(keyOf(event, passage, line)),
  };
  return async (budgetTokens) => {
    for (let round = 0; ; round++) {
      const taken = takeLines(events, picks, { ...costs, budgetTokens }, { freeTokens, worthWithin });
      if (taken.uncounted.length === 0 || round === ROUNDS) return taken;
      const found = await tokens.count(
        family,
        taken.uncounted.map(({ event, passage, line }) => events[event]!.passages[passage]!.lines[line]!.text),
      );
      taken.uncounted.forEach(({ event, passage, line }, at) => lines.set(keyOf(event, passage, line), found[at]!));
    }
  };
}

/** Renders the line about lines that are alike with the highest count that it may get; empty where it gets none. */
function longestAlikeLine(events: readonly LoadedEvent[], at: number, asking: string | undefined): string {
  const lines = mostAlike(events, at);
  const { envelope, event } = events[at]!.opened;
  const named = { session: envelope.session, ordinal: event.accepted.ordinal };
  return lines === 0 ? '' : endLine(alikeLine(named, asking, { lines, isLeast: true }));
}

const endLine = (line: string): string => `${line}\n`;
