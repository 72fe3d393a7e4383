import { inTime } from '@total-recall/runtime';
import { compactedResponse } from '../answers/compacted-response.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { typeOf, VENDOR_STATE } from '../dialects/responses-items.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { elementTexts } from '../text/json-spans.ts';
import { recordsIn } from '../text/json-values.ts';
import { compactHistory } from '../window/compact-history.ts';
import type { CallPlace } from './agent-call.ts';
import { keysOf, type CallContext } from './call-context.ts';

/**
 * Compacts the history of a request to one item, as the vendor's compaction does, and returns that answer; undefined
 * where the vendor must do it, as it holds what is not known here.
 */
export async function compactCall(
  { read, logs, planWindow, exchanges, factors, fell, deps }: CallContext,
  dialect: Dialect,
  bytes: Buffer,
  place: CallPlace,
): Promise<string | undefined> {
  const asked = read(dialect, bytes, place);
  const isVendors = asked?.messages.some(({ value }) => recordsIn(value.items).some((item) => VENDOR_STATE.has(typeOf(item))));
  if (!asked || isVendors || asked.given?.unknown !== undefined) return undefined;
  const call = { ...asked, factor: factors.of(keysOf(asked)) };
  const log = logs.open(call, place);
  await inTime(log.record(log.spoken), { scheduler: deps.scheduler, ms: PROXY_LIMITS.recordedMs });
  await exchanges.ready(call, log);
  const end = log.placeOf(call.messages.at(-1)!);
  // Messages that the log does not have are in the item alone once the caller has let go of them.
  const whole = call.messages.map(({ raw }) => raw);
  const compacted = () => compactHistory(planWindow, call, exchanges.putBack(call, log), deps);
  const planned = end && (await compacted().catch((error: unknown) => fell('plan', error)));
  const held = planned ?? whole;
  const raws = held.flatMap((raw) => elementTexts(`[${raw}]`));
  return JSON.stringify(compactedResponse(call.messages, { raws, session: log.session, ...(end && { place: end }) }, deps.clock.now()));
}
