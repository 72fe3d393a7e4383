import { callLabel, type EventBody, type EventEnvelope, type EventRecord, type ToolCall } from '@total-recall/domain';
import type { IndexedEvent, LogRecord, MemoryIndex } from '@total-recall/ports';
import { hashHex } from '../ids/hashes.ts';

type Place = Pick<EventEnvelope, 'tenant' | 'space' | 'session' | 'kind'>;
type Accepted = Pick<IndexedEvent['accepted'], 'ordinal' | 'atom'>;

/** Finds the call that a result answers, so that the result's passages can begin with it. */
export interface CallReader {
  /** Keeps a call for its results; ignores other events. */
  keep(place: Place, accepted: Accepted, body: EventBody): void;
  /**
   * Returns `callLabel` of the call that this event answers; undefined if the event is no
   * result, or its call is unknown.
   */
  labelFor(place: Place, accepted: Accepted, body: EventBody): Promise<string | undefined>;
  /** Also returns the call's sensitivity labels, which its result need not carry. */
  callFor(place: Place, accepted: Accepted, body: EventBody): Promise<AnsweredCall | undefined>;
}

export interface AnsweredCall {
  readonly label: string;
  /** Equal exactly for calls with the same name and arguments. */
  readonly identity: string;
  readonly sensitivity: readonly string[];
}

export interface CallReaderDeps {
  readonly index: Pick<MemoryIndex, 'sessionEvents'>;
  readonly sealer: { open(record: LogRecord): Promise<EventRecord> };
}

interface KeptCall extends AnsweredCall {
  readonly ordinal: number;
  readonly name: string;
}

/** Atoms whose calls are kept in memory; a label has at most 200 characters. */
const KEPT_ATOMS = 4_096;
/** Events read from the start of an atom: its call is the first, or follows thinking. */
const LOOKED_AT = 8;

/**
 * Creates the reader. Calls that are no longer in memory are read from the index, which has them
 * before any of their results.
 */
export function createCallReader({ index, sealer }: CallReaderDeps): CallReader {
  const kept = new Map<string, readonly KeptCall[]>();

  function keepCall(key: string, call: KeptCall): void {
    const others = (kept.get(key) ?? []).filter(({ ordinal }) => ordinal !== call.ordinal);
    kept.delete(key);
    kept.set(key, [...others, call]);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_ATOMS) break;
      kept.delete(oldest);
    }
  }

  const keep: CallReader['keep'] = (place, { ordinal, atom }, { call, meta }) => {
    if (place.kind !== 'tool_call' || call === undefined) return;
    keepCall(keyOf(place, atom, call.id), {
      ordinal,
      name: call.name,
      label: callLabel(call),
      identity: identityOf(call),
      sensitivity: meta.sensitivity ?? [],
    });
  };

  async function readAtom({ tenant, space, session }: Place, { ordinal, atom }: Accepted): Promise<void> {
    const toOrdinal = Math.min(ordinal - 1, atom + LOOKED_AT - 1);
    const events = await index.sessionEvents({ tenant, space, session, fromOrdinal: atom, toOrdinal, limit: LOOKED_AT });
    for (const { record, accepted } of events) {
      if (record.envelope.kind !== 'tool_call') continue;
      const { body } = await sealer.open(record);
      if (typeof body !== 'string') keep(record.envelope, accepted, body);
    }
  }

  const callFor: CallReader['callFor'] = async (place, accepted, { call }) => {
    if (place.kind !== 'tool_result' || call === undefined || accepted.atom >= accepted.ordinal) return undefined;
    const key = keyOf(place, accepted.atom, call.id);
    if (!kept.has(key)) await readAtom(place, accepted);
    const calls = kept.get(key) ?? [];
    return calls.findLast(({ name }) => name === call.name) ?? calls.at(-1);
  };

  return { keep, callFor, labelFor: async (place, accepted, body) => (await callFor(place, accepted, body))?.label };
}

function identityOf({ name, arguments: args = '' }: ToolCall): string {
  return hashHex(JSON.stringify([name, args]));
}

function keyOf({ tenant, space, session }: Place, atom: number, callId: string): string {
  return JSON.stringify([tenant, space, session, atom, callId]);
}
