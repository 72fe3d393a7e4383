import {
  isRecalled,
  TELLING_CHARS,
  tellingWords,
  writtenFact,
  type EpisodeSource,
  type EventKind,
  type EventRecord,
} from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { batchesOf, createSlices, type Slices, type UnitMarks } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { OPENED_AT_ONCE } from '../facts/read-sources.ts';

/** Kinds of events that say what an episode is about. Results of tools are long, and mostly about everything. */
const TELLING: ReadonlySet<EventKind> = new Set(['user_message', 'agent_message', 'decision', 'objective', 'constraint', 'report']);
/** Kinds that belong to an episode without a word of theirs. */
const MEMBERS: ReadonlySet<EventKind> = new Set([...TELLING, 'tool_call', 'tool_result', 'delegation']);
/** Work of reading words, in characters of plain analysis. */
const READING_COST = 8;

type Deps = Pick<ConsolidatorDeps, 'sealer' | 'content'> & { readonly slices?: Slices };

/**
 * Reads events as parts of episodes. Those that are gone, that are no part of what was said and done, that a person wrote
 * as a fact, or that repeat what recall returned (I-13) are left out.
 */
export async function readEpisodeSources(deps: Deps, marks: UnitMarks, events: readonly IndexedEvent[]): Promise<EpisodeSource[]> {
  const { slices = createSlices() } = deps;
  const sources: EpisodeSource[] = [];
  for (const portion of batchesOf(events, OPENED_AT_ONCE)) {
    const records = await deps.sealer.openAll(portion.map(({ record }) => record));
    for (const [at, record] of records.entries()) {
      const source = await readSource(deps, marks, { record, ordinal: portion[at]!.accepted.ordinal });
      if (source) sources.push(source);
      await slices(READING_COST * 4_096);
    }
  }
  return sources;
}

async function readSource(
  { content }: Deps,
  marks: UnitMarks,
  { record: { envelope, body }, ordinal }: { readonly record: EventRecord; readonly ordinal: number },
): Promise<EpisodeSource | undefined> {
  const { id: eventId, session, kind, occurredAt: at } = envelope;
  if (!MEMBERS.has(kind) || typeof body === 'string' || isRecalled(body) || writtenFact(body)) return undefined;
  const words = TELLING.has(kind) ? tellingWords(await content.start(envelope, body, TELLING_CHARS)) : [];
  const { subject } = body.meta;
  return { eventId, session, ordinal, at, kind, words, ...(subject !== undefined && { audience: marks.subject(subject) }) };
}
