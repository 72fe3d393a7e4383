import {
  emptySession,
  encodePosition,
  sessionKey,
  type EventEnvelope,
  type FormTokens,
  type SessionAddress,
  type SessionState,
} from '@total-recall/domain';
import type { AppendedEvent, AppendRequest, AppendResult, NewLogRecord } from '@total-recall/ports';
import { countForms, createSlices, CURRENT_SCHEMA_VERSION, LIMITS, TotalRecallError, type EffectivePolicy } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IdentifiedEvent } from './assign-ids.ts';
import { notCaughtUp } from '../follow/not-caught-up.ts';
import { waitFolded } from '../follow/wait-folded.ts';
import { createGuardedBudget, type CheckGuarded } from './keep-guarded.ts';
import { draftEvent, keepArtifacts, storeArtifacts, type DraftedEvent, type PrepareDeps, type PreparedEvent } from './prepare-event.ts';
import { reconcile, type HotDecision } from './reconcile.ts';
import { pinsOutsideWindow, refuseUnknownPins, type PinDeps } from './refuse-unknown-pins.ts';
import { withholdErased, type WithholdDeps } from './withhold-erased.ts';
import { createOriginResolver, type OriginDeps, type OriginOptions } from './resolve-origins.ts';
import { writeRecords } from './write-records.ts';

export type SealDeps = Pick<IngestDeps, 'keys' | 'sealer' | 'log' | 'marks' | 'clock'>;
type Patience = Pick<IngestConfig, 'foldTimeoutMs'>;
type WriteDeps = SealDeps & PrepareDeps & WithholdDeps & Pick<IngestDeps, 'tokens' | 'observer'>;
export type AppendDeps = WriteDeps & OriginDeps & PinDeps & Pick<IngestDeps, 'policies'>;

/**
 * Creates the only append of events: screens, externalises, counts, seals and writes them.
 * Resolves when they are durable.
 */
export function createAppender(deps: AppendDeps, config: Pick<IngestConfig, 'foldTimeoutMs'>, options: OriginOptions) {
  const resolveOrigins = createOriginResolver(deps, config, options);
  const keepGuarded = createGuardedBudget({ ...options, waitFolded: (address) => waitSessionFolded(deps, config, address) });
  return async function append(request: AppendRequest): Promise<AppendResult> {
    const startedMs = deps.clock.monotonicMs();
    if (request.events.length === 0) throw new TotalRecallError('invalid_request', 'An append needs at least one event.');
    if (request.events.length > LIMITS.eventsPerAppend) {
      throw new TotalRecallError(
        'batch_too_large',
        `An append takes at most ${LIMITS.eventsPerAppend} events, got ${request.events.length}. Split it.`,
      );
    }
    const effective = await deps.policies.resolve(request);
    const { state, events: identified, settle } = await resolveOrigins(request);
    let isWritten = false;
    let lastOffset: number | undefined;
    let offsets: ReadonlyMap<string, number> | undefined;
    let decisions: HotDecision[] = [];
    let fresh: IdentifiedEvent[] = [];
    let written: Written;
    let outside: Awaited<ReturnType<typeof pinsOutsideWindow>> = new Map();
    try {
      decisions = reconcile(request.events, state, effective.policy, effective.settings);
      fresh = identified.filter((event, at) => !event.duplicate && decisions[at] === 'ADD');
      if (request.isRepeat && fresh.length > 0) throw new TotalRecallError('quota_exceeded', 'Only what was stored already is answered.');
      await refuseUnknownPins(deps, config, request, fresh);
      outside = await pinsOutsideWindow(deps, (await options.loadFolded(request)) ?? emptySession(request), fresh);
      const added = fresh.map(({ event }) => event);
      written = await keepGuarded(request, added, effective, (check) =>
        writeEvents({ ...deps, ...config }, request, fresh, effective, check),
      );
      isWritten = true;
      lastOffset = written.last?.offset;
      offsets = new Map(fresh.map(({ id }, at) => [id, written.offsets[at]!]));
    } finally {
      settle(isWritten, lastOffset, offsets);
    }
    if (written.last && request.wait === 'searchable') await waitSearchable(deps, config, written.last);
    const positions = new Map(fresh.map((event, at) => [event.id, written.positions[at]!]));
    const events = identified.map((event, at): AppendedEvent => {
      const position = positions.get(event.id) ?? event.position;
      const redactions = written.redactions.get(event.id);
      const pinnedOutsideWindow = outside.get(event.id) ?? [];
      return {
        id: event.id,
        outcome: decisions[at]!,
        ...(position ? { position } : {}),
        ...(event.duplicate ? { duplicate: true } : {}),
        ...(redactions ? { redactions } : {}),
        ...(pinnedOutsideWindow.length > 0 ? { pinnedOutsideWindow } : {}),
      };
    });
    deps.observer.appended({
      kinds: fresh.map(({ event }) => event.kind),
      bytes: written.bytes,
      tokens: written.tokens,
      duplicates: identified.filter(({ duplicate }) => duplicate).length,
      none: decisions.filter((decision) => decision === 'NONE').length,
      redactions: [...written.redactions.values()].flat(),
      seconds: (deps.clock.monotonicMs() - startedMs) / 1000,
    });
    const position = await positionOf(deps, request, written);
    return { events, ...(position ? { position } : {}) };
  };
}

/** Returns the position that a read must reach to see the appended events; for a repeat, the end of its session. */
async function positionOf({ log }: Pick<IngestDeps, 'log'>, address: SessionAddress, { last }: Written): Promise<string | undefined> {
  const key = sessionKey(address);
  const at = last ?? { partition: log.partitionOf(key), offset: await log.lastOffset(key) };
  return at.offset < 0 ? undefined : encodePosition({ generation: log.generation, ...at });
}

/** Returns the session folded up to what the log holds now; its events are found in the index. */
export async function currentState(
  deps: Pick<IngestDeps, 'log' | 'marks' | 'sessions'>,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  address: SessionAddress,
): Promise<SessionState> {
  const key = sessionKey(address);
  const offset = await deps.log.lastOffset(key);
  if (offset >= 0 && !(await deps.marks.waitFor(deps.log.partitionOf(key), offset, 'searchable', config.foldTimeoutMs)))
    throw notCaughtUp();
  return (await deps.sessions.load(address)) ?? emptySession(address);
}

async function waitSessionFolded(deps: SealDeps, config: Patience, address: SessionAddress): Promise<void> {
  const key = sessionKey(address);
  const offset = await deps.log.lastOffset(key);
  if (offset >= 0) await waitFolded(deps, config, { partition: deps.log.partitionOf(key), offset });
}

async function waitSearchable(
  deps: Pick<IngestDeps, 'marks'>,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  last: { partition: number; offset: number },
): Promise<void> {
  if (!(await deps.marks.waitFor(last.partition, last.offset, 'searchable', config.foldTimeoutMs))) {
    throw new TotalRecallError(
      'not_caught_up',
      'The events are durable but not searchable yet. Do not send them again without the same source or key.',
      { retryAfterMs: 500 },
    );
  }
}

interface Written {
  readonly positions: readonly string[];
  readonly offsets: readonly number[];
  readonly last?: { readonly partition: number; readonly offset: number };
  readonly redactions: ReadonlyMap<string, NonNullable<PreparedEvent['body']['redactions']>>;
  readonly bytes: number;
  readonly tokens: number;
  /** Resolves to false once an erasure has taken this event of them. */
  opens(at: number): Promise<boolean>;
}

/** Prepares, seals and appends events in order, in as few log batches as the log's limits allow. */
export async function writeEvents(
  deps: WriteDeps & Patience,
  address: SessionAddress,
  events: readonly IdentifiedEvent[],
  effective: EffectivePolicy,
  check?: CheckGuarded,
): Promise<Written> {
  if (events.length === 0) return { positions: [], offsets: [], redactions: new Map(), bytes: 0, tokens: 0, opens: async () => false };
  const slices = createSlices();
  const drafts: DraftedEvent[] = [];
  const draft = (event: IdentifiedEvent) => draftEvent(deps, address, event, effective.settings, slices);
  for (const event of events) {
    drafts.push(await draft(event));
    await slices(event.event.text?.length ?? 0);
  }
  const drafted = await Promise.all(drafts.map((one, at) => withholdErased(deps, address, events[at]!, one, draft)));
  // An erased session is refused before anything of the events is stored.
  if (drafted.some(({ artifacts }) => artifacts.length > 0)) await deps.keys.sessionKey(address);
  // Storing artifacts and counting tokens overlap: one uses the disk, the other a thread.
  const [prepared, counts] = await Promise.all([
    Promise.all(drafted.map((one) => storeArtifacts(deps, address, one))),
    countForms(
      deps.tokens,
      effective.policy.family,
      drafted.map(({ forms }) => forms),
    ),
  ]);
  await check?.(prepared, counts);
  const written = await sealAndAppend(deps, address, prepared, counts, effective);
  // The events are durable now, so a caller who were told of a failure here would send them twice.
  const keep = (one: DraftedEvent, at: number) => keepArtifacts(deps, address, one, prepared[at]!, () => written.opens(at));
  await Promise.all(drafted.map(keep)).catch((error: unknown) => deps.observer.failed('artifacts', error));
  return written;
}

export async function sealAndAppend(
  deps: SealDeps & Patience,
  address: SessionAddress,
  prepared: readonly PreparedEvent[],
  counts: readonly FormTokens[],
  effective: EffectivePolicy,
): Promise<Written> {
  const { family } = effective.policy;
  const dataKey = await deps.keys.sessionKey(address);
  const key = sessionKey(address);
  const recordedAt = deps.clock.now();
  const envelopes = prepared.map((event, at): EventEnvelope => ({
    schemaVersion: CURRENT_SCHEMA_VERSION,
    id: event.id,
    tenant: address.tenant,
    space: address.space,
    session: address.session,
    kind: event.kind,
    occurredAt: event.occurredAt,
    recordedAt,
    tokens: counts[at]!,
    family,
    keyId: dataKey.keyId,
  }));
  const sealed = await deps.sealer.sealAll(
    envelopes.map((envelope, at) => ({ envelope, body: prepared[at]!.body })),
    dataKey.key,
  );
  const records = envelopes.map((envelope, at): NewLogRecord => ({ key, envelope, sealed: sealed[at]! }));
  // Quoted events were looked up before: an erasure of them that is done meanwhile would not find what comes behind it.
  const isPaced = prepared.every(({ body }) => body.recall === undefined);
  const positions = await writeRecords(deps, records, isPaced);
  const last = positions.at(-1)!;
  return {
    positions: positions.map(encodePosition),
    offsets: positions.map(({ offset }) => offset),
    last: { partition: last.partition, offset: last.offset },
    redactions: new Map(prepared.flatMap(({ id, body }) => (body.redactions ? [[id, body.redactions] as const] : []))),
    bytes: records.reduce((sum, record) => sum + record.sealed.byteLength, 0),
    tokens: counts.reduce((sum, { whole }) => sum + whole, 0),
    opens: async (at) => typeof (await deps.sealer.open({ ...records[at]!, position: positions[at]! })).body !== 'string',
  };
}
