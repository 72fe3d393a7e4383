import {
  artifactsOf,
  createErasedTextDetector,
  jsonLeaves,
  redactCompaction,
  redactTaskState,
  restOfEvent,
  type EventBody,
  type RepeatsErased,
  type SessionAddress,
} from '@total-recall/domain';
import { bodyKeyName } from '@total-recall/runtime';
import type { PartitionEraseDeps } from './erase-deps.ts';
import type { HoldLookup } from './hold-lookup.ts';
import type { OpenedEvent } from './read-space.ts';

/** A new body for an event. */
interface Revision extends OpenedEvent {
  readonly body: EventBody;
  /** True when the key of the current body must be destroyed. */
  readonly isDestroyed: boolean;
}

type ReviseDeps = PartitionEraseDeps & { readonly held: HoldLookup };

/**
 * Removes events from their session's key. First stores the replacements durably: of the erased events, of other events
 * that quote them, and of those that lose their key. Then destroys the keys, all at once. If interrupted before that,
 * it starts again; after that nothing is left to do.
 */
export async function reviseSession(
  deps: ReviseDeps,
  address: SessionAddress,
  events: readonly OpenedEvent[],
  going: ReadonlySet<string>,
): Promise<void> {
  const fresh = events.filter(({ record: { envelope, body } }) => going.has(envelope.id) && typeof body !== 'string');
  if (fresh.length === 0) return;
  const { key } = await deps.keys.sessionKey(address);
  const revisions = await findRevisions(deps, address, { events, fresh, going, key });
  const names: string[] = [];
  const former: { readonly event: OpenedEvent; readonly revision: number }[] = [];
  for (const { event, record, body, isDestroyed } of revisions) {
    const made = deps.sealer.revise(event.record, body, key);
    await deps.revised.write(record.envelope, made.revision, made.sealed);
    for (let revision = 0; isDestroyed && revision < made.revision; revision += 1) {
      names.push(bodyKeyName(record.envelope.id, revision));
      if (revision > 0) former.push({ event: { event, record }, revision });
    }
  }
  await deps.keys.destroyEvents(address, names);
  for (const { event, revision } of former) await deps.revised.delete(event.record.envelope, revision);
}

interface Session {
  readonly events: readonly OpenedEvent[];
  readonly fresh: readonly OpenedEvent[];
  readonly going: ReadonlySet<string>;
  readonly key: Uint8Array;
}

async function findRevisions(deps: ReviseDeps, address: SessionAddress, { events, fresh, going, key }: Session): Promise<Revision[]> {
  const { policy } = await deps.policies.resolve(address);
  const countTokens = (text: string): number => deps.tokens.countNow(policy.family, text);
  const ownWords = events.filter(({ record: { envelope } }) => envelope.kind !== 'compaction' && envelope.kind !== 'task_state');
  const isQuoted = ownWords.length < events.length;
  const stays = ownWords.filter(({ record }) => !going.has(record.envelope.id));
  const [erased, kept] = isQuoted ? [await textsOf(deps, fresh), await textsOf(deps, stays)] : [[], []];
  const options = {
    saysErased: createErasedTextDetector((text) => deps.analyser.analyse(text), { erased, kept }),
    countTokens,
    erasedOrdinals: new Set(fresh.map(({ event }) => event.accepted.ordinal)),
    erasedArtifacts: new Set(fresh.flatMap(({ record: { body } }) => (typeof body === 'string' ? [] : artifactsOf(body)))),
  };
  return events.flatMap((opened): Revision[] => {
    const { body, envelope } = opened.record;
    if (typeof body === 'string') return [];
    if (going.has(envelope.id)) return [{ ...opened, body: restOfEvent(body), isDestroyed: true }];
    // An event under hold stays word for word, even if it quotes an erased one.
    const redacted = deps.held.of(opened.record).length > 0 ? body : redact(body, options);
    if (redacted !== body) return [{ ...opened, body: redacted, isDestroyed: true }];
    // It is sealed with the session's key itself, which no longer is whole.
    return deps.sealer.needsOwnKey(opened.event.record, key) ? [{ ...opened, body, isDestroyed: false }] : [];
  });
}

/** Returns the same object if it quotes nothing erased. */
function redact(body: EventBody, options: Parameters<typeof redactCompaction>[1] & { readonly saysErased: RepeatsErased }): EventBody {
  const { compaction, taskState } = body;
  const [without, state] = [
    compaction && redactCompaction(compaction, options),
    taskState && redactTaskState(taskState, options.saysErased),
  ];
  if (without === compaction && state === taskState) return body;
  return { ...body, ...(without && { compaction: without }), ...(state && { taskState: state }) };
}

/** Collects everything that events say: texts, arguments, labels, and full texts of artifacts. */
async function textsOf(deps: PartitionEraseDeps, events: readonly OpenedEvent[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { record } of events) {
    if (typeof record.body === 'string') continue;
    const { recall: _receipt, origin: _origin, ...said } = record.body;
    texts.push([...jsonLeaves(said)].join('\n'), (await deps.content.read(record.envelope, record.body)).fullText);
  }
  return texts;
}
