import type { NewEventWire } from './session-client.ts';

/** Longest name of a writer. */
const MOST_NAME = 128;

/** A part of a conversation in the log, from where it left another one. */
export interface Branch {
  /** Its writer; absent where nobody else is to go on with it. */
  readonly source: string | undefined;
  /** Number of events before it. */
  readonly begins: number;
  /** 1, 2, 3 ... over those that leave the same branch at the same point. */
  readonly number: number;
  /** True once the note that it begins with is in the log. The first branch has none. */
  isNoted: boolean;
}

/** Names a branch by where it leaves another, so that every process finds the same one. */
export async function nameBranch(parent: string, sequence: number, number: number): Promise<string> {
  const name = `${parent}.${sequence}${number === 1 ? '' : `-${number}`}`;
  if (name.length <= MOST_NAME) return name;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name)));
  return `${parent.slice(0, 80)}.${[...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the highest number among the branches of one point that wrote what is named; 0 where none did. */
export function latestNumber(parent: string, sequence: number, sources: readonly string[]): number {
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
