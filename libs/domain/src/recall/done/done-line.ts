import type { AskedAction } from './asked-action.ts';

/** Says for each list what it holds, and the event by which each entry is named. */
const LISTED: Readonly<Record<AskedAction, readonly [entries: string, event: string]>> = {
  change: ['files that calls changed', 'call'],
  remove: ['files that calls removed', 'call'],
  read: ['files that calls read', 'call'],
  run: ['commands that calls ran', 'call'],
  fail: ['failures that results tell of', 'result'],
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
  return `[list: ${entries}, each by its ${order === 'first' ? 'first' : 'latest'} ${event}${more}; open a name for the whole]`;
}
