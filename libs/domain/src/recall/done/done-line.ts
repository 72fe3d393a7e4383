import type { AskedAction } from './asked-action.ts';

/** Says for each list what it holds, and the event by which each entry is named. */
const LISTED: Readonly<Record<AskedAction, readonly [entries: string, event: string]>> = {
  change: ['files that calls changed', 'call'],
  remove: ['files that calls removed', 'call'],
  read: ['files that calls read', 'call'],
  run: ['commands that calls ran', 'call'],
  fail: ['failures that results tell of', 'result'],
  rule: ['rules that the user set', 'message'],
};

/** Words for an event that a list lacks, where it has no entry. */
const UNDONE: Readonly<Record<AskedAction, string>> = {
  change: 'no call that changes a file',
  remove: 'no call that removes a file',
  read: 'no call that reads a file',
  run: 'no call that runs a command',
  fail: 'no result that tells of a failure',
  rule: 'no message in which the user sets a rule',
};

/** A list of what calls did, without its entries. */
export interface DoneListing {
  readonly action: AskedAction;
  readonly order: 'first' | 'last';
  /** True where not all calls were looked at or shown, so that there may be more. */
  readonly isCut: boolean;
}

/** Returns the line above a list of what was done, which says what stands in it. */
export function doneLine({ action, order, isCut }: DoneListing): string {
  const [entries, event] = LISTED[action];
  const more = isCut ? '; there may be more' : '';
  return `[list: ${entries}, each by its ${order === 'first' ? 'first' : 'latest'} ${event}${more}; for one whole: its e-number as ref]`;
}

/** Tells where a list has no entry. */
export interface Undone extends Pick<DoneListing, 'action'> {
  /** True where a time was asked about. */
  readonly isTimed: boolean;
  /** Events that were looked at. */
  readonly looked: number;
}

/** Returns the line above an answer where nothing was done of what is asked for; the evidence is what words and vectors found. */
export function undoneLine(undone: Undone): string {
  return `[list: ${undoneWords(undone)}; below is what else was found]`;
}

/** Returns what an answer without evidence says where nothing was done of what is asked for. */
export function undoneHint(undone: Undone): string {
  const words = undoneWords(undone);
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

function undoneWords({ action, isTimed, looked }: Undone): string {
  return `${UNDONE[action]} was found${isTimed ? ' at that time' : ''} among ${looked} ${looked === 1 ? 'event' : 'events'}`;
}
