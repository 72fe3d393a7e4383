import { standardise } from '../ranking/standardise.ts';
import { createAlikeCount } from './alike-count.ts';
import type { LinePick, PackableEvent } from './packable-event.ts';

/** Passages whose lines are looked at. */
const PASSAGES = 400;
/**
 * Weight of a line's own score relative to its passage's, where it is by token vectors and where it is by words. Source:
 * design/answers, recipe 9; ADR 0224.
 */
const LINE_BY_TOKENS = 0.5;
const LINE_BY_WORDS = 0.3;
/** Bonus for lines that hold the form asked for. Measured, see ADR 0096. */
const FORM = 1.5;
/** Bonus for lines of an event that is asked for as a whole. */
const WHOLE = 4;
/** Lines of one shape that an event shows before each further one is worth less. */
export const FREELY_ALIKE = 4;
/** Deviations by which each further line of a shape is worth less than the one before it. */
const ALIKE = 0.5;

/**
 * Orders the lines of the best passages for packing, by the passage's score, by each line's own score (by token
 * vectors, else by words) and by the form asked for. The passage that the first event was found for comes first, whole;
 * where whole events are asked for, that of the first of these. Of lines of an event that are alike the best come in their
 * order, each further one later (ADR 0175).
 */
export function orderLines(events: readonly PackableEvent[]): LinePick[] {
  const passages = events
    .flatMap((own, event) => own.passages.map(({ score }, passage) => ({ event, passage, score })))
    .sort((a, b) => b.score - a.score || a.event - b.event || a.passage - b.passage)
    .slice(0, PASSAGES);
  const lines = passages.flatMap(({ event, passage, score }) =>
    events[event]!.passages[passage]!.lines.map(({ late, share, hasForm }, line) => ({
      event,
      passage,
      line,
      late,
      share,
      apart: score + (events[event]!.isWhole ? WHOLE : 0) + (hasForm === true ? FORM : 0),
    })),
  );
  const byTokens = standardise(lines.flatMap(({ late }) => late ?? []));
  const byWords = standardise(lines.flatMap(({ late, share }) => (late === undefined ? [share] : [])));
  let tokens = 0;
  let words = 0;
  const picks = lines.map(({ event, passage, line, late, apart }): LinePick => {
    const own = late === undefined ? LINE_BY_WORDS * byWords[words++]! : LINE_BY_TOKENS * byTokens[tokens++]!;
    return { event, passage, line, worth: apart + own };
  });
  const lead = Math.max(
    0,
    events.findIndex(({ isWhole }) => isWhole),
  );
  const isFirst = ({ event, passage }: LinePick): boolean => event === lead && passage === 0;
  const inOrder = (all: LinePick[]): LinePick[] =>
    all.sort(
      (a, b) =>
        Number(isFirst(b)) - Number(isFirst(a)) || b.worth - a.worth || a.event - b.event || a.passage - b.passage || a.line - b.line,
    );
  return inOrder(lessenAlike(inOrder(picks), events));
}

/** Makes each line after the first ones of its shape in its event worth less than its own worth. */
function lessenAlike(picks: readonly LinePick[], events: readonly PackableEvent[]): LinePick[] {
  const alike = createAlikeCount(events);
  return picks.map((pick) => {
    const { event, passage, line, worth } = pick;
    const further = alike.add(pick) + 1 - FREELY_ALIKE;
    const { hasForm } = events[event]!.passages[passage]!.lines[line]!;
    return further <= 0 || passage === 0 || hasForm === true ? pick : { ...pick, worth: worth - ALIKE * further };
  });
}
