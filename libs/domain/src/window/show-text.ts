import type { EventBody } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import { neutraliseSteps } from '../fence/neutralise.ts';
import { findRecalled } from '../recall/find-recalled.ts';

/**
 * Returns the text of an event for a window. Results of recall or open stay unchanged inside their fence, because their
 * evidence was neutralised when it was rendered. Thinking stays as its vendor signed it. Works in steps, each of which
 * yields the number of characters looked at.
 */
export function* showText(
  kind: EventKind,
  { recall, namesAgents }: Pick<EventBody, 'recall' | 'namesAgents'>,
  text: string,
): Generator<number, string> {
  if (kind === 'thinking') return text;
  const options = { agents: namesAgents === true };
  if (recall === undefined) return yield* neutraliseSteps(text, options);
  // Ingest has marked the genuine answers of an event with other text; otherwise only the answer named by the
  // receipt counts.
  const isWithin = (at: number): boolean => recall.within?.some(({ from }) => from === at) ?? false;
  const answers = findRecalled(text, (id) => recall.within !== undefined || id === recall.retrievalId).filter(
    ({ from, closed }) => closed && (recall.within === undefined || isWithin(from)),
  );
  let shown = '';
  let at = 0;
  for (const { from, to } of answers) {
    shown += (yield* neutraliseSteps(text.slice(at, from), options)) + text.slice(from, to);
    at = to;
  }
  return shown + (yield* neutraliseSteps(text.slice(at), options));
}
