import { asksForName, holdsName, questionKinds, rulesOf } from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';
import { isOfTool } from './is-of-tool.ts';
import { shareOfShort } from './share-of-short.ts';
import { withGain } from './with-gain.ts';

/** Gain of a message with a name where a name is asked for, in standard deviations of the scores. Measured, see ADR 0174. */
const NAMED = 0.75;

/**
 * Raises messages that name somebody or something, where who, where or which book, city or team is asked: such a question
 * shares no word with "we saw Hamilton", and many with talk about books. Among results of tools nothing moves, as names
 * stand everywhere there.
 */
export function weighNames(opened: readonly OpenedEvent[], queries: readonly string[]): OpenedEvent[] {
  if (!queries.some(wantsName) || opened.some(isOfTool)) return [...opened];
  const speakers = new Set(opened.flatMap(({ body }) => body.meta.agent ?? []));
  return opened.map((event) => {
    const { envelope, body, redacted } = event;
    if (redacted || !rulesOf(envelope.kind).isTalk || !holdsName(body.text, speakers)) return event;
    return withGain(event, 'names', NAMED * shareOfShort(body.text));
  });
}

/** An order, a summary or a request takes other pieces than those that name something. */
function wantsName(query: string): boolean {
  const kinds = questionKinds(query);
  return !kinds.has('order') && !kinds.has('summary') && !kinds.has('ask') && asksForName(query);
}
