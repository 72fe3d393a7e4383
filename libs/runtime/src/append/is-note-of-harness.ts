import { isOfHarness, type NewEvent } from '@total-recall/domain';

/** Returns true for an event that earlier versions kept as a message of the user. */
export function isNoteOfHarness({ kind, text = '' }: NewEvent): boolean {
  return kind === 'system_note' && isOfHarness(text);
}
