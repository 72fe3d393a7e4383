import { withLostCallsAnswered } from './answer-lost-calls.ts';
import { withThinkingFreedIfRefused, type Relay } from './answer-rounds.ts';
import { headerOf, pass } from './pass.ts';
import { isReadable } from './read-answer.ts';
import { refuse } from './refuse.ts';
import { relayStream } from './relay-stream.ts';
import { relayWhole } from './relay-whole.ts';

/** Passes the answer of a model on. Calls of the proxy's own tools are answered here, and the model is asked again. */
export async function relayAnswer(given: Relay): Promise<void> {
  const { call: asked, openRoom } = given;
  const first = await (asked.lost
    ? withLostCallsAnswered(given)
    : withThinkingFreedIfRefused(given, given.from, [], () => openRoom(() => true)));
  if ('code' in first) return refuse(given.outgoing, first);
  const relay = await withoutToolsIfRefused({ ...given, from: first.from });
  const { from, outgoing, call } = relay;
  const type = (from.headers['content-type'] ?? '').toLowerCase();
  if (from.statusCode === 200) {
    const isStream = type.includes('text/event-stream');
    const isKnown = isStream || type.includes('json');
    if (isKnown && isReadable(from)) return isStream ? relayStream(relay) : relayWhole(relay);
    call.notKept(isKnown ? 'encoding' : 'type');
  }
  return pass(from, outgoing, headerOf(call), from === first.from ? first.begun?.raw : undefined);
}

/** With these a vendor refuses tools for a model that takes none, or a router that has no other to send them to. */
const REFUSED: ReadonlySet<number | undefined> = new Set([400, 404, 422]);

/** Asks a model that may take no functions once more without ours, where the caller has none. */
async function withoutToolsIfRefused(relay: Relay): Promise<Relay> {
  const { from, call, sendAgain } = relay;
  if (!call.bare || !REFUSED.has(from.statusCode)) return relay;
  from.destroy();
  const next = await sendAgain(await call.bare.body());
  if (next.statusCode === 200) call.bare.worked();
  return { ...relay, from: next };
}
