import { callLabel, type EventBody, type EventEnvelope, type EventRecord, type ToolCall } from '@total-recall/domain';
import type { IndexedEvent, LogRecord, MemoryIndex } from '@total-recall/ports';
import { hashHex } from '../ids/hashes.ts';

type Place = Pick<EventEnvelope, 'tenant' | 'space' | 'session' | 'kind'>;
type Accepted = Pick<IndexedEvent['accepted'], 'ordinal' | 'atom'>;

/** Finds the call that a result answers, so that its passages can say it before them. */
export interface CallReader {
  /** Keeps a call for its results; any other event is left alone. */
  keep(place: Place, accepted: Accepted, body: EventBody): void;
  /** `callLabel` of the call that this event answers; undefined where it is no result, or its call is not known. */
  labelFor(place: Place, accepted: Accepted, body: EventBody): Promise<string | undefined>;
  /** The same with the labels of sensitivity that the call bears: its result need not bear them. */
  callFor(place: Place, accepted: Accepted, body: EventBody): Promise<AnsweredCall | undefined>;
}

export interface AnsweredCall {
  readonly label: string;
  /** The same of calls that agree in their name and all of their arguments, and of no others. */
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
/** A call stands at the beginning of its atom, behind thinking at most. */
const LOOKED_AT = 8;

/** What is not kept any more is read from the index, which has it before any of its results. */
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
