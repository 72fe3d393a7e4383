import { isRecord, textOf, timeOf, type JsonRecord } from './json-values.ts';

/** A record with the number of its line. */
export interface CodexLine {
  readonly line: number;
  readonly record: JsonRecord;
}

export interface SortedLines {
  readonly own: readonly CodexLine[];
  /** Lines of the thread that this one was forked from. */
  readonly repeated: readonly CodexLine[];
}

type Age = 'before' | 'own' | 'unknown';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;

/**
 * Parts the turns of a forked thread from those that its file repeats of the thread that it was forked from, stamped
 * anew. Ids of turns say when they began: those that began before the thread itself are repeated. Lines that name no turn
 * are held until one does. Where the first turn has no such id, all is the thread's own.
 */
export function createReplayGate(meta: JsonRecord) {
  const id = textOf(meta.id);
  const forkedAt = timeOfId(id) ?? timeOf(meta.timestamp);
  let phase: 'undecided' | 'repeated' | 'own' = textOf(meta.forked_from_id) === undefined || forkedAt === undefined ? 'own' : 'undecided';
  let held: CodexLine[] = [];

  function ageOf({ type, payload }: JsonRecord): Age | undefined {
    if (!isRecord(payload)) return undefined;
    // Some versions write the own one once more, behind what they repeat.
    if (type === 'session_meta') return payload.id === id ? 'own' : undefined;
    const turn = turnOf(payload);
    if (turn === undefined) return type === 'turn_context' ? 'unknown' : undefined;
    const begunAt = timeOfId(turn);
    return begunAt === undefined ? 'unknown' : begunAt < forkedAt! ? 'before' : 'own';
  }

  function release(): CodexLine[] {
    const lines = held;
    held = [];
    return lines;
  }

  return {
    sort(entry: CodexLine): SortedLines {
      if (phase === 'own') return { own: [entry], repeated: [] };
      const age = ageOf(entry.record);
      held.push(entry);
      if (age === 'own' || (age === 'unknown' && phase === 'undecided')) {
        phase = 'own';
        return { own: release(), repeated: [] };
      }
      if (age === 'before') phase = 'repeated';
      // A model answers in a turn, so its answer behind one that is repeated is of that turn.
      const isRepeated = age === 'before' || (phase === 'repeated' && isOfModel(entry.record));
      return { own: [], repeated: isRepeated ? release() : [] };
    },
    /** Returns the lines that are held at the end of the file, where nothing says that they are repeated. */
    end: (): readonly CodexLine[] => (phase === 'undecided' ? release() : []),
  };
}

function turnOf({ turn_id: turn, internal_chat_message_metadata_passthrough: about }: JsonRecord): string | undefined {
  return textOf(turn) ?? (isRecord(about) ? textOf(about.turn_id) : undefined);
}

function isOfModel({ type, payload }: JsonRecord): boolean {
  if (type !== 'response_item' || !isRecord(payload)) return type === 'compacted';
  return payload.type !== 'message' || payload.role === 'assistant';
}

/** Returns the time in an id (UUID version 7), in epoch milliseconds. */
function timeOfId(id: string | undefined): number | undefined {
  return id !== undefined && UUID_7.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}
