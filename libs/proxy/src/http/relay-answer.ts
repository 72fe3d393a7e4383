import type { Relay } from './answer-rounds.ts';
import { headerOf, pass } from './pass.ts';
import { isReadable, readWhole } from './read-answer.ts';
import { relayStream } from './relay-stream.ts';
import { relayWhole } from './relay-whole.ts';

/** Passes the answer of a model on. Calls of the proxy's own tools are answered here, and the model is asked again. */
export async function relayAnswer(given: Relay): Promise<void> {
  const freed = await withThinkingFreedIfRefused(given);
  const relay = await withoutToolsIfRefused(freed.relay);
  const { from, outgoing, call } = relay;
  const type = (from.headers['content-type'] ?? '').toLowerCase();
  if (from.statusCode === 200) {
    const isStream = type.includes('text/event-stream');
    const isKnown = isStream || type.includes('json');
    if (isKnown && isReadable(from)) return isStream ? relayStream(relay) : relayWhole(relay);
    call.notKept(isKnown ? 'encoding' : 'type');
  }
  return pass(from, outgoing, headerOf(call), from === freed.relay.from ? freed.begun : undefined);
}

/**
 * Asks once more where the vendor refuses thinking that was made behind other messages or tools: a window, or a restart
 * of this process, has changed these. `begun` is what was read of an answer that is about something else.
 */
async function withThinkingFreedIfRefused(relay: Relay): Promise<{ readonly relay: Relay; readonly begun?: Buffer }> {
  const { from, call, sendAgain, openRoom } = relay;
  if (!call.freed || from.statusCode !== 400) return { relay };
  const read = await readWhole(
    from,
    openRoom(() => true),
  );
  const body = read.kind === 'read' ? await call.freed.body(read.plain.toString('utf8')) : undefined;
  if (!body) return { relay, begun: read.raw };
  const next = await sendAgain(body);
  if (next.statusCode === 200) call.freed.worked();
  return { relay: { ...relay, from: next } };
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
