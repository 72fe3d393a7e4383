import type { NewEventWire } from '../clients/session-client.ts';

/** Longest name of a writer. */
const MOST_NAME = 128;

/** A part of a conversation in the log, from where it left another one. */
interface Branch {
  /** Its writer; absent where nobody else is to go on with it. */
  readonly source: string | undefined;
  /** Number of events before it. */
  readonly begins: number;
  /** 1, 2, 3 ... over those that leave the same branch at the same point. */
  readonly number: number;
  /** True once the note that it begins with is in the log. The first branch has none. */
  isNoted: boolean;
}

/** Creates the branches that a conversation is in: its first one, and each that leaves the one before it. */
export function createBranches(writer: string | undefined) {
  const branches: Branch[] = [{ source: writer, begins: 0, number: 1, isNoted: true }];
  const top = (): Branch => branches.at(-1)!;
  // Notes take sequences too, so that they are stored once.
  const notes = (): number => branches.length - 1;

  /** Begins a branch that no other process goes on with, unless one has just begun. */
  function leave(begins: number): void {
    if (top().isNoted) branches.push({ source: undefined, begins, number: 1, isNoted: false });
  }

  return {
    top,
    notes,
    leave,
    /**
     * Goes on in the next branch that begins behind a number of events. `sources` are the writers of the log's last
     * events: where these are of a later branch, it goes on in that one, as those before it are answered.
     */
    async next(begins: number, sources: readonly string[]): Promise<void> {
      const { source, isNoted, begins: begun } = top();
      if (source === undefined) return leave(begins);
      if (!isNoted && begun === begins) return;
      const before = notes() > 0 && begun === begins ? branches.pop()!.number : 0;
      const parent = top().source!;
      const sequence = begins + 1 + notes();
      const number = Math.max(before + 1, latestNumber(parent, sequence, sources));
      branches.push({ source: await nameBranch(parent, sequence, number), begins, number, isNoted: false });
    },
    /** Goes on without a name, where the session takes no further writer. */
    loseName(): void {
      branches.push({ ...branches.pop()!, source: undefined });
    },
    /** Leaves the branches that begin behind a number of events. */
    popTo(length: number): void {
      while (top().begins > length) branches.pop();
    },
  };
}

/** Names a branch by where it leaves another, so that every process finds the same one. */
async function nameBranch(parent: string, sequence: number, number: number): Promise<string> {
  const name = `${parent}.${sequence}${number === 1 ? '' : `-${number}`}`;
  if (name.length <= MOST_NAME) return name;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name)));
  return `${parent.slice(0, 80)}.${Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the highest number among the branches of one point that wrote what is named; 0 where none did. */
function latestNumber(parent: string, sequence: number, sources: readonly string[]): number {
  const base = `${parent}.${sequence}`;
  const numbers = sources.map((source) => {
    if (!source.startsWith(base)) return 0;
    const [, number] = /^(?:-(\d+))?(?:\.|$)/.exec(source.slice(base.length)) ?? [undefined, '0'];
    return Number(number ?? 1);
  });
  return Math.max(0, ...numbers);
}

/** Returns where the question begins that a conversation ends with: its last message of a user. */
export function questionOf(events: readonly NewEventWire[]): number {
  const at = events.findLastIndex(({ kind }) => kind === 'user_message');
  return Math.max(0, at);
}
