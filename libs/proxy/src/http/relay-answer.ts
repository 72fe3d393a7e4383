import type { Relay } from './answer-rounds.ts';
import { headerOf, pass } from './pass.ts';
import { isReadable } from './read-answer.ts';
import { relayStream } from './relay-stream.ts';
import { relayWhole } from './relay-whole.ts';

/** Passes the answer of a model on. Calls of the proxy's own tools are answered here, and the model is asked again. */
export async function relayAnswer(relay: Relay): Promise<void> {
  const { from, outgoing, call } = relay;
  const type = (from.headers['content-type'] ?? '').toLowerCase();
  if (from.statusCode === 200) {
    const isStream = type.includes('text/event-stream');
    const isKnown = isStream || type.includes('json');
    if (isKnown && isReadable(from)) return isStream ? relayStream(relay) : relayWhole(relay);
    call.notKept(isKnown ? 'encoding' : 'type');
  }
  return pass(from, outgoing, headerOf(call));
}
