import { isRecord, sizeOf, stringOr, type JsonRecord } from '../text/json-values.ts';
import type { OwnToolNames } from './answer-form.ts';
import { isOwn } from './responses-round.ts';

/** An item of a round: where the caller sees it, absent for a call of ours, and what it became. */
interface ItemInMaking {
  item: JsonRecord;
  readonly shownAt?: number;
  /** Texts of its parts, as far as they came. */
  readonly texts: string[];
  isWhole: boolean;
}

/** An event that the caller gets, with its item's place among those that the caller sees. */
export interface ShownEvent {
  readonly event: JsonRecord;
  readonly outputIndex: unknown;
  readonly raw: string;
}

export interface ResponsesNumbers {
  /** Reads an event and returns what the caller gets of it: nothing of our calls. */
  read(event: JsonRecord, raw: string): ShownEvent | undefined;
  /** Writes an event that was read under the next number; as it came, where that is its own. */
  show(shown: ShownEvent): string;
  /** Writes an event under the next number, whatever came before. */
  write(event: JsonRecord): string;
  /** True while every event went on as it came. */
  isPlain(): boolean;
  /** Characters of all items so far, about. */
  held(): number;
  /** Ends a round and returns its items. */
  endRound(): JsonRecord[];
  /** Ends a round that was broken off, and returns what came of it: items that are whole, and the beginnings of messages. */
  breakOff(): JsonRecord[];
}

/** Numbers items and events through, over all rounds of an answer. */
export function createResponsesNumbers(names: OwnToolNames | undefined): ResponsesNumbers {
  let items = new Map<unknown, ItemInMaking>();
  let shown = 0;
  let sequence = 0;
  let isPlain = true;
  let held = 0;

  function write(event: JsonRecord): string {
    const value = { ...event, sequence_number: sequence++ };
    return `event: ${String(event.type)}\ndata: ${JSON.stringify(value)}\n\n`;
  }

  function show({ event, outputIndex, raw }: ShownEvent): string {
    // A vendor that does not number its events is not made to.
    const isSame = event.output_index === outputIndex && isPlain && (event.sequence_number ?? sequence) === sequence;
    if (!isSame) return write(outputIndex === undefined ? event : { ...event, output_index: outputIndex });
    sequence += 1;
    return raw;
  }

  function endRound(): ItemInMaking[] {
    const made = [...items.values()];
    if (made.some(({ item }) => isOwn(item, names))) isPlain = false;
    items = new Map();
    return made;
  }

  return {
    read(event, raw) {
      const { type, item, output_index: at } = event;
      if (at === undefined) return { event, outputIndex: undefined, raw };
      if (type === 'response.output_item.added' && isRecord(item))
        items.set(at, { item, texts: [], isWhole: false, ...(!isOwn(item, names) && { shownAt: shown++ }) });
      if (isRecord(item)) held += sizeOf(item);
      const made = items.get(at);
      if (!made) return { event, outputIndex: at, raw };
      if (type === 'response.output_item.done' && isRecord(item)) Object.assign(made, { item, isWhole: true });
      if (type === 'response.output_text.delta') {
        takeText(made, event);
        held += sizeOf(event.delta);
      }
      if (made.shownAt !== at) isPlain = false;
      return made.shownAt === undefined ? undefined : { event, outputIndex: made.shownAt, raw };
    },
    show,
    write,
    isPlain: () => isPlain,
    held: () => held,
    endRound: () => endRound().map(({ item }) => item),
    breakOff: () => endRound().flatMap((made) => (made.isWhole ? [made.item] : beginningOf(made))),
  };
}

function takeText({ texts }: ItemInMaking, { content_index: part, delta }: JsonRecord): void {
  const at = typeof part === 'number' ? part : 0;
  texts[at] = (texts[at] ?? '') + stringOr(delta, '');
}

/** Returns the beginning of a message; of any other item nothing can be sent back until it is whole. */
function beginningOf({ item, texts }: ItemInMaking): JsonRecord[] {
  const content = texts.filter((text) => text !== '').map((text) => ({ type: 'output_text', text }));
  return item.type === 'message' && content.length > 0 ? [{ ...item, content }] : [];
}
