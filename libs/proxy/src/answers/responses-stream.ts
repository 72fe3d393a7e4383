import { isRecord, parseRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import type { AnswerStream, OwnToolNames, StreamEvent } from './answer-form.ts';
import { isOwn, roundOf, toldIn, usageOf } from './responses-round.ts';
import { sumUsage } from './usage.ts';

const BEGINNINGS = new Set(['response.created', 'response.queued', 'response.in_progress']);
const ENDINGS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** An item of a round: where the caller sees it, absent for a call of ours, and what it became. */
interface ItemInMaking {
  item: JsonRecord;
  readonly shownAt?: number;
}

/**
 * Joins the streams of the rounds to the one stream of one response: the first one's id, items and events numbered
 * through, and the last one's end. A round without calls of ours goes through byte for byte.
 */
export function createResponsesStream(names: OwnToolNames | undefined): AnswerStream {
  const told: JsonRecord[] = [];
  const usages: unknown[] = [];
  let items = new Map<unknown, ItemInMaking>();
  let first: JsonRecord | undefined;
  /** The event that ends the round, and the one that ended the last round until another begins. */
  let ending: JsonRecord | undefined;
  let closing: JsonRecord | undefined;
  let heldRaw = '';
  let rounds = 0;
  let shown = 0;
  let sequence = 0;
  let isPlain = true;

  /** Writes an event under the next number; as it came, where nothing in it changes. */
  function numbered(event: JsonRecord, changes: JsonRecord, raw: string): string {
    const number = sequence++;
    const isSame = event.sequence_number === number && Object.entries(changes).every(([name, value]) => event[name] === value);
    if (isSame) return raw;
    if (typeof event.sequence_number !== 'number' && isPlain) return raw;
    return eventLines({ ...event, ...changes, sequence_number: number });
  }

  function takeItem(event: JsonRecord, raw: string): string {
    if (event.type === 'response.output_item.added' && isRecord(event.item))
      items.set(event.output_index, { item: event.item, ...(!isOwn(event.item, names) && { shownAt: shown++ }) });
    const made = items.get(event.output_index);
    if (!made) return numbered(event, {}, raw);
    if (event.type === 'response.output_item.done' && isRecord(event.item)) made.item = event.item;
    if (made.shownAt !== event.output_index) isPlain = false;
    return made.shownAt === undefined ? '' : numbered(event, { output_index: made.shownAt }, raw);
  }

  function responseOf(end: JsonRecord): JsonRecord {
    return isRecord(end.response) ? end.response : {};
  }

  /** The response that ends the stream, as the caller is to see it. */
  function joined(): JsonRecord {
    const last = responseOf(closing ?? {});
    return { ...last, id: first?.id ?? last.id, output: told, ...(usages.some(isRecord) && { usage: sumUsage(usages) }) };
  }

  return {
    take({ raw, data }: StreamEvent) {
      const event = parseRecord(data);
      const type = stringOr(event?.type, '');
      if (!event || type === '') {
        if (!ending) return raw;
        heldRaw += raw;
        return '';
      }
      closing = undefined;
      if (BEGINNINGS.has(type)) {
        if (rounds > 0) return '';
        first = responseOf(event);
        return numbered(event, {}, raw);
      }
      if (ENDINGS.has(type)) {
        ending = event;
        heldRaw += raw;
        return '';
      }
      return event.output_index === undefined ? numbered(event, {}, raw) : takeItem(event, raw);
    },
    endRound() {
      if (!ending) return undefined;
      closing = ending;
      const response = responseOf(ending);
      usages.push(response.usage);
      const made = [...items.values()].map(({ item }) => item);
      const output = Array.isArray(response.output) && response.output.length > 0 ? recordsIn(response.output) : made;
      const isFailed = ending.type === 'response.failed';
      const round = roundOf({ ...response, output, ...(isFailed && { status: 'incomplete' }) }, names);
      told.push(...output.filter((item) => !isOwn(item, names)));
      if (output.some((item) => isOwn(item, names))) isPlain = false;
      items = new Map();
      rounds += 1;
      if (round.own.length > 0 && round.others === 0) [ending, heldRaw] = [undefined, ''];
      return round;
    },
    finish() {
      if (isPlain && rounds <= 1) return heldRaw;
      // An answer that was broken off has no end.
      return closing ? eventLines({ ...closing, response: joined(), sequence_number: sequence }) : '';
    },
    told: () => toldIn(joined()),
    usage: () => usageOf(usages),
  };
}

function eventLines(value: JsonRecord): string {
  return `event: ${String(value.type)}\ndata: ${JSON.stringify(value)}\n\n`;
}
