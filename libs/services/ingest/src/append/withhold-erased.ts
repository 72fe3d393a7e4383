import { sessionKey, type NewEvent, type RecallReceipt, type SessionAddress, type ShownEvent } from '@total-recall/domain';
import { hashHex } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IdentifiedEvent } from './assign-ids.ts';
import { isKeyDestroyed } from './is-key-destroyed.ts';
import type { DraftedEvent } from './prepare-event.ts';
import {
  eventsByRef,
  evidenceOf,
  findReceipt,
  ownRetrievals,
  withOpened,
  type EventsByRef,
  type FoundReceipt,
} from './recognise-recall.ts';

/** Stands in place of a recalled part. */
const WITHHELD = '[What was recalled here is withheld: an event that it quotes was erased since.]';

/** An event that a receipt names by its id may stand with its session, by which it is known once that was erased as a whole. */
type QuotedEvent = ShownEvent & { readonly session?: string };

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
  draftAgain: (identified: IdentifiedEvent) => Promise<DraftedEvent>,
): Promise<DraftedEvent> {
  const { event } = identified;
  if (!drafted.found && !event.recall) return drafted;
  // In the text as it was sent: where secrets are masked, places in the draft are others.
  const found = findReceipt(event, ownRetrievals(deps, address));
  const shown = (found ?? drafted.found)?.renderings ?? [];
  const renderings = await Promise.all(shown.map((rendering) => withOpened(deps.index, address, rendering)));
  const refs = renderings.flatMap((rendering) => rendering.refs);
  const events = await eventsByRef(deps.index, address, refs);
  const given = (event.recall?.evidence ?? []).map(({ eventId, session }): QuotedEvent => ({
    kind: 'id',
    eventId,
    ...(session && { session }),
  }));
  const erased = await erasedOf(deps, address, [...given, ...refs], events);
  const receipt = event.recall ?? found;
  if (!receipt || erased.size === 0) return withEvidence(drafted, refs, events);
  const spans = event.recall ? event.recall.within : quotingSpans({ ...found!, renderings }, erased);
  const without = { ...identified, event: withoutRecalled(event, receipt.retrievalId, spans) };
  const { body, ...rest } = await withholdErased(deps, address, without, await draftAgain(without), draftAgain);
  const redactions = [...(body.redactions ?? []), { rule: 'erased', count: spans?.length ?? 1, action: 'mask' as const }];
  return { ...rest, body: { ...body, redactions } };
}

/** A receipt that comes with an event may name less than the renderings in its text, or nothing. */
function withEvidence({ found, ...drafted }: DraftedEvent, refs: readonly ShownEvent[], events: EventsByRef): DraftedEvent {
  const { body } = drafted;
  const shown = evidenceOf(refs, events);
  if (found) {
    const { renderings: _renderings, ...receipt } = found;
    return { ...drafted, body: { ...body, recall: { ...receipt, evidence: shown } } };
  }
  if (!body.recall) return drafted;
  const named = new Set(body.recall.evidence.map(({ eventId }) => eventId));
  const evidence = [...body.recall.evidence, ...shown.filter(({ eventId }) => !named.has(eventId))];
  return { ...drafted, body: { ...body, recall: { ...body.recall, evidence } } };
}

/** Returns where the renderings are that quote an erased event; undefined where that is all that the event holds. */
function quotingSpans({ renderings, within }: FoundReceipt, erased: ReadonlySet<ShownEvent>): RecallReceipt['within'] {
  const quoting = renderings.filter(({ refs }) => refs.some((ref) => erased.has(ref)));
  return within || quoting.length < renderings.length ? quoting : undefined;
}

function withoutRecalled(event: NewEvent, retrievalId: string, spans: RecallReceipt['within']): NewEvent {
  const { recall: _receipt, text = '', ...kept } = event;
  if (!spans) return { ...kept, text: WITHHELD, recall: { retrievalId, evidence: [], renderingHash: hashHex(WITHHELD) } };
  return { ...kept, text: spans.toReversed().reduce((left, { from, to }) => left.slice(0, from) + WITHHELD + left.slice(to), text) };
}

/** Returns the references to events that were erased, alone or with their session. */
async function erasedOf(
  deps: WithholdDeps,
  { tenant, space, session: own }: SessionAddress,
  refs: readonly QuotedEvent[],
  placed: EventsByRef,
): Promise<ReadonlySet<ShownEvent>> {
  const named = refs.filter((ref) => ref.kind === 'id');
  const ids = named.map(({ eventId }) => eventId);
  const byId = ids.length === 0 ? [] : await deps.index.events(tenant, space, ids);
  const events = new Map([...placed, ...named.map((ref, at) => [ref, byId[at]] as const)]);
  const known = [...events].flatMap(([ref, event]) => (event ? [{ ref, record: event.record }] : []));
  const opened = await deps.sealer.openAll(known.map(({ record }) => record));
  const erased = new Set(known.flatMap(({ ref }, at) => (opened[at]!.body === 'erased' ? [ref] : [])));
  const missing = Map.groupBy(
    refs.filter((ref) => !events.get(ref)),
    ({ kind, session }) => session ?? (kind === 'ordinal' ? own : undefined),
  );
  for (const [session, gone] of missing)
    if (session !== undefined && (await isErased(deps, { tenant, space, session }))) for (const ref of gone) erased.add(ref);
  return erased;
}

/** Returns true for a session that the log has records of, and that was erased as a whole. */
async function isErased({ log, keys }: WithholdDeps, address: SessionAddress): Promise<boolean> {
  return (await log.lastOffset(sessionKey(address))) >= 0 && isKeyDestroyed(keys, address);
}
