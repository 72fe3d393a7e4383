import { sessionKey, type NewEvent, type RecallReceipt, type SessionAddress } from '@total-recall/domain';
import { hashHex, TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IdentifiedEvent } from './assign-ids.ts';
import { eventsAt } from './events-at.ts';
import type { DraftedEvent } from './prepare-event.ts';
import { findReceipt, type FoundReceipt } from './recognise-recall.ts';

/** Stands in place of a recalled part. */
export const WITHHELD = '[What was recalled here is withheld: an event that it quotes was erased since.]';

type WithholdDeps = Pick<IngestDeps, 'index' | 'sealer' | 'keys' | 'log' | 'isOurRetrieval'>;

/**
 * Drafts an event again without what it recalled, where that quotes an event that was erased between the recall and
 * this append; the draft itself otherwise. The rest of its text stays.
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
  const isOurs = deps.isOurRetrieval && ((retrievalId: string): boolean => deps.isOurRetrieval!(address, retrievalId));
  // In the text as it was sent: where secrets are masked, places in the draft are others.
  const found = findReceipt(event, isOurs);
  const named = (event.recall?.evidence ?? []).map(({ eventId }) => eventId);
  if (!(await quotesErased(deps, address, named, found?.refs ?? []))) return drafted;
  const receipt = event.recall ?? found;
  if (!receipt) return drafted;
  const { body, ...rest } = draftAgain({ ...identified, event: withoutRecalled(event, receipt) });
  const redactions = [...(body.redactions ?? []), { rule: 'erased', count: receipt.within?.length ?? 1, action: 'mask' as const }];
  return { ...rest, body: { ...body, redactions } };
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
  named: readonly string[],
  refs: FoundReceipt['refs'],
): Promise<boolean> {
  const ids = [...named, ...refs.flatMap((ref) => (ref.kind === 'id' ? [ref.eventId] : []))];
  const places = refs.flatMap((ref) => (ref.kind === 'ordinal' ? [{ session: ref.session ?? own, ordinal: ref.ordinal }] : []));
  const [byId, byPlace] = await Promise.all([deps.index.events(tenant, space, ids), eventsAt(deps.index, { tenant, space }, places)]);
  const records = [...byId, ...byPlace].flatMap((event) => (event ? [event.record] : []));
  if ((await deps.sealer.openAll(records)).some(({ body }) => body === 'erased')) return true;
  const missing = new Set(places.filter((_, at) => byPlace[at] === undefined).map(({ session }) => session));
  for (const session of missing) if (await isErased(deps, { tenant, space, session })) return true;
  return false;
}

/** Returns true for a session that the log has records of, and that was erased as a whole. */
async function isErased({ log, keys }: WithholdDeps, address: SessionAddress): Promise<boolean> {
  // The key of a session without records would be made by asking for it.
  if ((await log.lastOffset(sessionKey(address))) < 0) return false;
  return keys.sessionKey(address).then(
    () => false,
    (error: unknown) => error instanceof TotalRecallError && error.code === 'erased',
  );
}
