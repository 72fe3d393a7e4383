import { callLabel, type EventBody, type EventEnvelope, type EventRecord, type ToolCall } from '@total-recall/domain';
import { INDEX_LIMITS, type IndexedEvent, type LogRecord, type MemoryIndex, type OrdinalRange } from '@total-recall/ports';
import { hashHex } from '../ids/hashes.ts';
import { batchesOf } from '../parallel/in-batches.ts';

type Place = Pick<EventEnvelope, 'tenant' | 'space' | 'session' | 'kind'>;
type Accepted = Pick<IndexedEvent['accepted'], 'ordinal' | 'atom'>;

/** Finds the calls that results answer, so that the results' passages can begin with them. */
export interface CallReader {
  /** Keeps a call for its results; ignores other events. */
  keep(place: Place, accepted: Accepted, body: EventBody): void;
  /**
   * Returns `callLabel` of the call that this event answers; undefined if the event is no
   * result, or its call is unknown.
   */
  labelFor(place: Place, accepted: Accepted, body: EventBody): Promise<string | undefined>;
  /**
   * Returns the calls that these events of one space answer, in their order, and reads together those that are not in
   * memory. Also returns the calls' sensitivity labels, which their results need not carry.
   */
  callsFor(space: Pick<Place, 'tenant' | 'space'>, events: readonly AnsweringEvent[]): Promise<(AnsweredCall | undefined)[]>;
  /** Drops the calls in memory, because one may have been erased. */
  forget(): void;
}

/** An event that may answer a call. */
export interface AnsweringEvent {
  readonly envelope: Pick<Place, 'session' | 'kind'>;
  readonly accepted: Accepted;
  readonly body: Pick<EventBody, 'call'>;
}

export interface AnsweredCall {
  /** Place of the call in the session; absent where several calls of one id fit. */
  readonly ordinal?: number | undefined;
  readonly label: string;
  /** Equal exactly for calls with the same name and arguments. */
  readonly identity: string;
  readonly sensitivity: readonly string[];
}

export interface CallReaderDeps {
  readonly index: Pick<MemoryIndex, 'eventsInRanges'>;
  readonly sealer: { openAll(records: readonly LogRecord[]): Promise<EventRecord[]> };
}

interface KeptCall extends AnsweredCall {
  readonly ordinal: number;
  readonly name: string;
}

type KeptCalls = Map<string, readonly KeptCall[]>;

/** A result whose call is looked for. */
interface Answer extends Accepted {
  readonly session: string;
  readonly name: string;
  readonly key: string;
}

/** Atoms whose calls are kept in memory; a label has at most 200 characters. */
const KEPT_ATOMS = 4_096;
/**
 * Events from the start of an atom among which a result's call is looked for. It is the first, or follows thinking, or
 * stands among parallel calls that one seal holds together; with more of those, the last ones are not found.
 */
export const READ_OF_ATOM = INDEX_LIMITS.rangeOrdinals;
/** Events of an atom read at once. */
const A_PAGE = 8;

/**
 * Creates the reader. Calls that are no longer in memory are read from the index, which has them
 * before any of their results.
 */
export function createCallReader({ index, sealer }: CallReaderDeps): CallReader {
  // A read that began before an erasure keeps what it finds in the map that is dropped.
  let kept: KeptCalls = new Map();

  /** Reads the first pages of the atoms of these results, one of each atom at a time, until their calls are found. */
  async function readAtoms(
    calls: KeptCalls,
    { tenant, space }: Pick<Place, 'tenant' | 'space'>,
    answers: readonly Answer[],
  ): Promise<void> {
    for (let first = 0; first < READ_OF_ATOM; first += A_PAGE) {
      const ranges = pagesOf(
        answers.filter(({ key }) => !calls.has(key)),
        first,
      );
      if (ranges.length === 0) return;
      for (const portion of batchesOf(ranges, INDEX_LIMITS.ranges)) {
        const pages = await index.eventsInRanges({ tenant, space, ranges: portion });
        const found = pages.flatMap((page, of) => page.filter((event) => isCallOf(event, portion[of]!.atom)));
        const opened = await sealer.openAll(found.map(({ record }) => record));
        for (const [own, { envelope, body }] of opened.entries())
          if (typeof body !== 'string') keepCall(calls, envelope, found[own]!.accepted, body);
      }
    }
  }

  const callsFor: CallReader['callsFor'] = async (space, events) => {
    const calls = kept;
    const answers = events.map((event) => answerOf(space, event));
    const missing = answers.filter((answer) => answer !== undefined && !calls.has(answer.key)) as Answer[];
    if (missing.length > 0) await readAtoms(calls, space, missing);
    return answers.map((answer) => {
      const known = (answer && calls.get(answer.key)) ?? [];
      const named = known.filter(({ name }) => name === answer!.name);
      const last = named.at(-1) ?? known.at(-1);
      return last && named.length > 1 ? { ...last, ordinal: undefined } : last;
    });
  };

  return {
    keep: (place, accepted, body) => keepCall(kept, place, accepted, body),
    callsFor,
    labelFor: async (place, accepted, body) => (await callsFor(place, [{ envelope: place, accepted, body }]))[0]?.label,
    forget: () => void (kept = new Map()),
  };
}

function keepCall(calls: KeptCalls, place: Place, { ordinal, atom }: Accepted, { call, meta }: EventBody): void {
  if (place.kind !== 'tool_call' || call === undefined) return;
  const key = keyOf(place, atom, call.id);
  const others = (calls.get(key) ?? []).filter((other) => other.ordinal !== ordinal);
  calls.delete(key);
  calls.set(key, [
    ...others,
    { ordinal, name: call.name, label: callLabel(call), identity: identityOf(call), sensitivity: meta.sensitivity ?? [] },
  ]);
  for (const oldest of calls.keys()) {
    if (calls.size <= KEPT_ATOMS) break;
    calls.delete(oldest);
  }
}

/** Returns what an event answers; undefined for one that has no call in an atom of its own. */
function answerOf(space: Pick<Place, 'tenant' | 'space'>, { envelope, accepted, body: { call } }: AnsweringEvent): Answer | undefined {
  const { ordinal, atom } = accepted;
  if (envelope.kind !== 'tool_result' || call === undefined || atom >= ordinal) return undefined;
  const { session } = envelope;
  return { session, ordinal, atom, name: call.name, key: keyOf({ ...space, session }, atom, call.id) };
}

/** Returns the page from `first` on of each atom, up to the last of these results. */
function pagesOf(answers: readonly Answer[], first: number): (OrdinalRange & { readonly atom: number })[] {
  const atoms = Map.groupBy(answers, ({ session, atom }) => `${atom} ${session}`);
  return [...atoms.values()].flatMap((own) => {
    const { session, atom } = own[0]!;
    const fromOrdinal = atom + first;
    const toOrdinal = Math.min(fromOrdinal + A_PAGE, Math.max(...own.map(({ ordinal }) => ordinal))) - 1;
    return fromOrdinal > toOrdinal ? [] : [{ session, atom, fromOrdinal, toOrdinal }];
  });
}

function isCallOf({ record, accepted }: IndexedEvent, atom: number): boolean {
  return record.envelope.kind === 'tool_call' && accepted.atom === atom;
}

function identityOf({ name, arguments: args = '' }: ToolCall): string {
  return hashHex(JSON.stringify([name, args]));
}

function keyOf({ tenant, space, session }: Omit<Place, 'kind'>, atom: number, callId: string): string {
  return JSON.stringify([tenant, space, session, atom, callId]);
}
