import { TotalRecallApiError } from './api-error.ts';
import { latestNumber, nameBranch, questionOf, type Branch } from './history-branches.ts';
import type { CallOptions } from './json-call.ts';
import type { NewEventWire, SessionClient } from './session-client.ts';

/** Events, and characters of them as JSON, in one request. */
const CHUNK = 200;
const CHUNK_CHARS = 4_000_000;
const EDITED = 'The conversation was edited: what follows stands in the place of what was said behind this point before.';

/** Result of an append of a conversation. */
export interface Appended {
  /** True where an event was new to the log. */
  isNew: boolean;
  lastId?: string;
}

/** Creates what is known of the log: the events that a conversation has there, and in which branches they stand. */
export function createHistoryLog(session: Pick<SessionClient, 'append'>, writer: string | undefined) {
  const run = crypto.randomUUID();
  const branches: Branch[] = [{ source: writer, begins: 0, number: 1, isNoted: true }];
  const top = (): Branch => branches.at(-1)!;
  // Notes take sequences too, so that they are stored once.
  const notes = (): number => branches.length - 1;
  let said: NewEventWire[] = [];
  let known: string[] = [];
  let epoch = 0;
  /** What was sent without a name and may be in the log: sent again as it was, it is stored once. */
  let unsure: { readonly key: string; readonly told: readonly string[] } | undefined;

  /** Appends events that stand behind what is known, in one request with the note that a branch begins with. */
  async function send(events: readonly NewEventWire[], told: readonly string[], into: Appended, options: CallOptions): Promise<void> {
    const { source, isNoted } = top();
    const sent: NewEventWire[] = isNoted ? [...events] : [{ kind: 'system_note', text: EDITED }, ...events];
    const first = known.length + notes() + (isNoted ? 1 : 0);
    const key = `${run}.${epoch}.${first}.${sent.length}`;
    if (source === undefined) unsure = { key, told };
    const { events: stored } = await session.append(
      source === undefined ? sent : sent.map((event, at) => ({ ...event, sequence: first + at })),
      { ...options, ...(source === undefined ? { idempotencyKey: key } : { source }) },
    );
    unsure = undefined;
    top().isNoted = true;
    into.isNew ||= stored.some(({ duplicate }) => !duplicate);
    into.lastId = stored.at(-1)!.id;
  }

  /** Returns how many events go in the next request. */
  function chunkLength(told: readonly string[]): number {
    const from = known.length;
    if (unsure && unsure.told.every((text, at) => text === told[from + at])) return unsure.told.length;
    // Something else may be in the log by now, which what follows takes the place of.
    if (unsure) leave();
    let [length, chars] = [0, 0];
    while (length < CHUNK && from + length < told.length && (length === 0 || chars + told[from + length]!.length <= CHUNK_CHARS))
      chars += told[from + length++]!.length;
    return length;
  }

  /** Begins a branch that no other process goes on with. */
  function leave(): void {
    [epoch, unsure] = [epoch + 1, undefined];
    if (top().isNoted) branches.push({ source: undefined, begins: known.length, number: 1, isNoted: false });
  }

  /**
   * Goes on in the next branch that begins here. `sources` are the writers of the log's last events: where these are of
   * a later branch, it goes on in that one, as those before it are answered.
   */
  async function branch(sources: readonly string[] = []): Promise<void> {
    if (top().source === undefined) return leave();
    const isSibling = notes() > 0 && top().begins === known.length;
    const before = isSibling ? branches.pop()!.number : 0;
    const { source: parent } = top();
    const sequence = known.length + 1 + notes();
    const number = Math.max(before + 1, latestNumber(parent!, sequence, sources));
    branches.push({ source: await nameBranch(parent!, sequence, number), begins: known.length, number, isNoted: false });
  }

  /** Forgets what stands behind a number of events. An edit before another one leaves the branch of that. */
  function goBack(length: number): void {
    if (length >= known.length) return;
    known = known.slice(0, length);
    said = said.slice(0, length);
    while (top().begins > length) branches.pop();
    // Under a name the log itself says by a conflict that something was edited.
    if (top().source === undefined) leave();
  }

  /** Handles a refused append, so that it can be tried again in another branch; throws what cannot be handled. */
  async function takeRefusal(error: unknown, events: readonly NewEventWire[], told: readonly string[]): Promise<void> {
    const { source, isNoted, begins, number } = top();
    if (source !== undefined && isFull(error)) {
      branches[notes()] = { source: undefined, begins, number, isNoted };
      epoch += 1;
      return;
    }
    const same = conflictAt(error) - notes() - 1;
    // Another writer has the name of the branch.
    if (!isNoted && same === known.length - 1) return branch();
    if (!(same >= known.length)) throw error;
    top().isNoted = true;
    // From the question on, where a branch begins in any case, so that every process finds it.
    said.push(...events.slice(known.length, same));
    known.push(...told.slice(known.length, same));
    goBack(questionOf(events.slice(0, same + 1)));
    await branch();
  }

  return {
    isNamed: () => top().source !== undefined,
    branch,
    goBack,
    /**
     * Compares a conversation with what is known: how much of it is the same, and whether that is all of it. Puts back
     * the beginning of one that comes without.
     */
    compare(handed: readonly NewEventWire[]) {
      const given = handed.map(toldOf);
      const left = leftOut(known, said, given);
      const told = [...known.slice(0, left), ...given];
      const firstOther = known.findIndex((text, at) => text !== told[at]);
      const same = firstOther < 0 ? known.length : firstOther;
      const isOther = known.length > same;
      return {
        events: [...said.slice(0, left), ...handed],
        told,
        isSeen: known.length > 0,
        same,
        isShorter: isOther && same === told.length,
        isEdited: isOther && same < told.length,
      };
    },
    async appendRest(events: readonly NewEventWire[], told: readonly string[], into: Appended, options: CallOptions): Promise<void> {
      while (known.length < events.length) {
        const from = known.length;
        const to = from + chunkLength(told);
        try {
          await send(events.slice(from, to), told.slice(from, to), into, options);
        } catch (error) {
          await takeRefusal(error, events, told);
          continue;
        }
        said.push(...events.slice(from, to));
        known.push(...told.slice(from, to));
      }
    },
  };
}

/** Which events are of one answer is no part of what was said, as frameworks put answers together; nor is when it was. */
function toldOf(event: NewEventWire): string {
  return JSON.stringify({ ...event, messageId: undefined, occurredAt: undefined });
}

/**
 * Returns how many events a conversation lacks at its beginning: it then begins within what is known, and has at least two
 * events of it that not only a user said. Of several places the one counts from which on the most is the same, the last
 * one of these.
 */
function leftOut(known: readonly string[], said: readonly NewEventWire[], told: readonly string[]): number {
  if (known.length === 0 || told.length === 0 || told[0] === known[0]) return 0;
  let [left, most] = [0, 1];
  for (let from = known.indexOf(told[0]!, 1); from >= 0; from = known.indexOf(told[0]!, from + 1)) {
    let length = 1;
    while (length < told.length && from + length < known.length && told[length] === known[from + length]) length++;
    const isOurs = said.slice(from, from + length).some(({ kind }) => kind !== 'user_message');
    if (length > 1 && isOurs && length >= most) [left, most] = [from, length];
  }
  return left;
}

/** Returns true where a session knows as many writers as it may. */
function isFull(error: unknown): boolean {
  return error instanceof TotalRecallApiError && error.code === 'invalid_request' && /at most \d+ sources/.test(error.message);
}

function conflictAt(error: unknown): number {
  if (!(error instanceof TotalRecallApiError) || error.code !== 'sequence_conflict') return Number.NaN;
  return Number(error.details?.['sequence']);
}
