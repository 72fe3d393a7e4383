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
/**
 * Events from the start of an atom among which a result's call is looked for. It is the first, or follows thinking, or
 * stands among parallel calls that one seal holds together; with more of those, the last ones are not found.
 */
export const READ_OF_ATOM = 64;
/** Events of an atom read at once. */
const A_PAGE = 8;

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

  /** Keeps the calls of an atom before a result, up to the page that has the one that it answers. */
  async function readAtom({ tenant, space, session }: Place, { ordinal, atom }: Accepted, key: string): Promise<void> {
    const last = Math.min(ordinal, atom + READ_OF_ATOM) - 1;
    for (let from = atom; from <= last && !kept.has(key); from += A_PAGE) {
      const toOrdinal = Math.min(last, from + A_PAGE - 1);
      const events = await index.sessionEvents({ tenant, space, session, fromOrdinal: from, toOrdinal, limit: A_PAGE });
      for (const { record, accepted } of events) {
        if (record.envelope.kind !== 'tool_call' || accepted.atom !== atom) continue;
        const { body } = await sealer.open(record);
        if (typeof body !== 'string') keep(record.envelope, accepted, body);
      }
    }
  }

  const callFor: CallReader['callFor'] = async (place, accepted, { call }) => {
    if (place.kind !== 'tool_result' || call === undefined || accepted.atom >= accepted.ordinal) return undefined;
    const key = keyOf(place, accepted.atom, call.id);
    if (!kept.has(key)) await readAtom(place, accepted, key);
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
