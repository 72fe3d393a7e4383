import type { NewEvent, SessionAddress } from '@total-recall/domain';
import { createSeededRandom } from '@total-recall/evaluation';
import type { Cores } from '@total-recall/data-folder';
import { TENANT } from './open-service.ts';
import { createTraffic } from './traffic.ts';

/** Distribution of the events of a store. */
export interface Layout {
  readonly name: string;
  readonly events: number;
  readonly spaces: number;
  /** True for sizes of spaces by Zipf's law. The store is then filled directly; see `fillDirect`. */
  readonly zipf?: boolean;
}

export interface FilledStore {
  readonly layout: Layout;
  readonly sessions: readonly SessionAddress[];
  /** Session that one of the eight writers never left; absent with many spaces. */
  readonly longest: SessionAddress;
  readonly events: number;
  /** UTF-8 bytes of text and call arguments that were appended. */
  readonly textBytes: number;
  /** A sample of texts for queries, each with its space. */
  readonly sample: readonly { readonly space: string; readonly text: string }[];
  /** Events per second of each chunk, from its first append until its last event was searchable. */
  readonly chunkRates: readonly number[];
}

const WRITERS = 8;
const CHUNK_EVENTS = 2_500;
const SAMPLE = 400;
const SETTLE_MS = 600_000;

interface Writer {
  address: SessionAddress;
  objective: string | undefined;
  readonly traffic: ReturnType<typeof createTraffic>;
  readonly moves: boolean;
  sessions: number;
}

/**
 * Appends generated runs until the store holds the layout's events, with eight writers and one request (some 30 events)
 * per append.
 */
export async function fillStore(cores: Cores, layout: Layout, seed: number): Promise<FilledStore> {
  const random = createSeededRandom(`sample ${seed}`);
  const sessions = new Map<string, SessionAddress>();
  const sample: { space: string; text: string }[] = [];
  const chunkRates: number[] = [];
  let events = 0;
  let textBytes = 0;
  const writers = Array.from({ length: WRITERS }, (_, at): Writer => ({
    address: addressOf(layout, at, 1),
    objective: undefined,
    traffic: createTraffic(seed, at),
    moves: at > 0 || layout.spaces > 1,
    sessions: 0,
  }));
  const take = (writer: Writer, number: number): (() => Promise<void>) => {
    const { events: own, runStarts } = writer.traffic.next();
    if (runStarts && (writer.moves || writer.sessions === 0)) {
      writer.sessions += 1;
      writer.address = addressOf(layout, number, writer.sessions);
      writer.objective = undefined;
      sessions.set(`${writer.address.space}/${writer.address.session}`, writer.address);
    }
    const { address } = writer;
    events += own.length;
    for (const event of own) {
      textBytes += Buffer.byteLength(event.text ?? '') + Buffer.byteLength(event.call?.arguments ?? '');
      if (event.text && event.text.length > 40) keep(sample, { space: address.space, text: event.text }, random.below(sample.length + 40));
    }
    return () => appendRequest(cores, writer, address, own);
  };
  while (events < layout.events) {
    const before = events;
    const work = writers.map((): (() => Promise<void>)[] => []);
    for (let at = 0; events - before < CHUNK_EVENTS && events < layout.events; at = (at + 1) % WRITERS)
      work[at]!.push(take(writers[at]!, at));
    const start = performance.now();
    await Promise.all(
      work.map(async (steps) => {
        for (const step of steps) await step();
      }),
    );
    await cores.ingest.settle(SETTLE_MS);
    chunkRates.push((1_000 * (events - before)) / (performance.now() - start));
  }
  return { layout, sessions: [...sessions.values()], longest: writers[0]!.address, events, textBytes, sample, chunkRates };
}

async function appendRequest(cores: Cores, writer: Writer, address: SessionAddress, events: readonly NewEvent[]): Promise<void> {
  const replaced = writer.objective;
  const own = events.map((event) =>
    event.kind === 'objective' && replaced !== undefined ? { ...event, meta: { ...event.meta, supersedes: [replaced] } } : event,
  );
  const result = await cores.ingest.append({ ...address, events: own });
  const objective = events.findIndex((event) => event.kind === 'objective');
  if (objective !== -1) writer.objective = result.events[objective]!.id;
}

function addressOf({ spaces }: Layout, writer: number, session: number): SessionAddress {
  return {
    tenant: TENANT,
    space: spaces === 1 ? 'all' : `space-${(writer + WRITERS * (session - 1)) % spaces}`,
    session: `run-${writer}-${session}`,
  };
}

function keep<T>(sample: T[], item: T, place: number): void {
  if (sample.length < SAMPLE) sample.push(item);
  else if (place < SAMPLE) sample[place] = item;
}
