import { sessionKey, type EventRef, type NewEvent, type RecallReceipt, type SessionAddress } from '@total-recall/domain';
import { hashHex } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IdentifiedEvent } from './assign-ids.ts';
import { isKeyDestroyed } from './is-key-destroyed.ts';
import type { DraftedEvent } from './prepare-event.ts';
import { eventsByRef, evidenceOf, findReceipt, ownRetrievals, type EventsByRef } from './recognise-recall.ts';

/** Stands in place of a recalled part. */
const WITHHELD = '[What was recalled here is withheld: an event that it quotes was erased since.]';

export type WithholdDeps = Pick<IngestDeps, 'index' | 'sealer' | 'keys' | 'log' | 'isOurRetrieval'>;

/**
 * Adds to a draft the receipt of what was recalled in it, with the ids of the evidence. Where that quotes an event that
 * was erased between the recall and this append, drafts the event again without the recalled part; the rest of its text
 * stays.
 */
export async function withholdErased(
  deps: WithholdDeps,
  address: SessionAddress,
  identified: IdentifiedEvent,
  drafted: DraftedEvent,
  draftAgain: (identified: IdentifiedEvent) => DraftedEvent,
): Promise<DraftedEvent> {
  const { event } = identified;
  if (!drafted.found && !event.recall) return drafted;
  // In the text as it was sent: where secrets are masked, places in the draft are others.
  const found = findReceipt(event, ownRetrievals(deps, address));
  const refs = (found ?? drafted.found)?.refs ?? [];
  const events = await eventsByRef(deps.index, address, refs);
  const receipt = event.recall ?? found;
  if (!receipt || !(await quotesErased(deps, address, event.recall, events, refs))) return withEvidence(drafted, refs, events);
  const without = { ...identified, event: withoutRecalled(event, receipt) };
  const { body, ...rest } = await withholdErased(deps, address, without, draftAgain(without), draftAgain);
  const redactions = [...(body.redactions ?? []), { rule: 'erased', count: receipt.within?.length ?? 1, action: 'mask' as const }];
  return { ...rest, body: { ...body, redactions } };
}

function withEvidence({ found, ...drafted }: DraftedEvent, refs: readonly EventRef[], events: EventsByRef): DraftedEvent {
  if (!found) return drafted;
  const { refs: _refs, ...receipt } = found;
  return { ...drafted, body: { ...drafted.body, recall: { ...receipt, evidence: evidenceOf(refs, events) } } };
}

function withoutRecalled(event: NewEvent, { retrievalId, within }: Omit<RecallReceipt, 'evidence'>): NewEvent {
  const { recall: _receipt, text = '', ...kept } = event;
  if (!within) return { ...kept, text: WITHHELD, recall: { retrievalId, evidence: [], renderingHash: hashHex(WITHHELD) } };
  const spans = within.toReversed();
  return { ...kept, text: spans.reduce((left, { from, to }) => left.slice(0, from) + WITHHELD + left.slice(to), text) };
}

async function quotesErased(
  deps: WithholdDeps,
  { tenant, space, session: own }: SessionAddress,
  given: RecallReceipt | undefined,
  events: EventsByRef,
  refs: readonly EventRef[],
): Promise<boolean> {
  const ids = [...(given?.evidence ?? []), ...refs.filter((ref) => ref.kind === 'id')].map(({ eventId }) => eventId);
  const byId = ids.length === 0 ? [] : await deps.index.events(tenant, space, ids);
  const records = [...byId, ...events.values()].flatMap((event) => (event ? [event.record] : []));
  if ((await deps.sealer.openAll(records)).some(({ body }) => body === 'erased')) return true;
  const missing = new Set(refs.flatMap((ref) => (ref.kind === 'ordinal' && !events.get(ref) ? [ref.session ?? own] : [])));
  for (const session of missing) if (await isErased(deps, { tenant, space, session })) return true;
  return false;
}

/** Returns true for a session that the log has records of, and that was erased as a whole. */
async function isErased({ log, keys }: WithholdDeps, address: SessionAddress): Promise<boolean> {
  return (await log.lastOffset(sessionKey(address))) >= 0 && isKeyDestroyed(keys, address);
}
