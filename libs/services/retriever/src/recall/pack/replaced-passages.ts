import { utf8Length, type ReplacedSentence } from '@total-recall/domain';
import type { LoadedEvent } from './load-passages.ts';

interface ReplacedPassage extends Pick<ReplacedSentence, 'by'> {
  /** Index among the event's passages. */
  readonly passage: number;
  readonly text: string;
}

/** Returns the passages of an event that hold replaced sentences. One whose whole text was not read has none. */
export function replacedIn(event: LoadedEvent, replaced: ReadonlyMap<string, readonly ReplacedSentence[]>): ReplacedPassage[] {
  const { fullText } = event;
  if (fullText === undefined) return [];
  return (replaced.get(event.opened.envelope.id) ?? []).flatMap(({ from, to, by }) => {
    const passage = passageAt(event, from);
    return passage < 0 ? [] : [{ passage, text: fullText.slice(from, to), by }];
  });
}

/** Returns the index of the passage at a place of an event's text, in UTF-16 units; -1 where none is. */
export function passageAt({ fullText, passages }: LoadedEvent, from: number): number {
  const byte = fullText === undefined ? -1 : utf8Length(fullText.slice(0, from));
  return passages.findIndex(({ fromByte, toByte }) => fromByte <= byte && byte < toByte);
}
