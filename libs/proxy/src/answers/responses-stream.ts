import { isRecord, parseRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import type { AnswerStream, OwnToolNames, StreamEvent } from './answer-form.ts';
import { createResponsesNumbers } from './responses-numbers.ts';
import { isOwn, roundOf, toldIn, usageOf } from './responses-round.ts';
import { sumUsage } from './usage.ts';

const BEGINNINGS = new Set(['response.created', 'response.queued', 'response.in_progress']);
const ENDINGS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/**
 * Joins the streams of the rounds to the one stream of one response: the first one's id, items and events numbered
 * through, and the last one's end. A round without calls of ours goes through byte for byte.
 */
export function createResponsesStream(names: OwnToolNames | undefined): AnswerStream {
  const numbers = createResponsesNumbers(names);
  const told: JsonRecord[] = [];
  const usages: unknown[] = [];
  let first: JsonRecord | undefined;
  /** The event that ends the round, and the one that ended the last round until another begins. */
  let ending: JsonRecord | undefined;
  let closing: JsonRecord | undefined;
  let heldRaw = '';
  /** Characters of the endings of all rounds, each also as it was read. */
  let held = 0;
  let rounds = 0;

  /** Returns the response that ends the stream, as the caller is to see it. */
  function joined(): JsonRecord {
    const last = closing ? responseOf(closing) : {};
    return { ...last, id: first?.id ?? last.id, output: told, ...(usages.some(isRecord) && { usage: sumUsage(usages) }) };
  }

  return {
    take({ raw, data }: StreamEvent) {
      const event = parseRecord(data);
      const type = stringOr(event?.type, '');
      if (event && ENDINGS.has(type)) ending = event;
      if (ending) {
        heldRaw += raw;
        held += 2 * raw.length;
      }
      if (ending || !event || type === '') return ending ? '' : raw;
      closing = undefined;
      if (!BEGINNINGS.has(type)) return numbers.show(event, raw);
      if (rounds > 0) return '';
      first = responseOf(event);
      return numbers.show(event, raw);
    },
    endRound() {
      if (!ending) return undefined;
      closing = ending;
      const response = responseOf(ending);
      usages.push(response.usage);
      const isFailed = ending.type === 'response.failed';
      const made = isFailed ? numbers.breakOff() : numbers.endRound();
      const output = recordsIn(response.output).length > 0 ? recordsIn(response.output) : made;
      const round = roundOf({ ...response, output, ...(isFailed && { status: 'incomplete' }) }, names);
      told.push(...output.filter((item) => !isOwn(item, names)));
      rounds += 1;
      if (round.own.length > 0 && round.others === 0) [ending, heldRaw] = [undefined, ''];
      return round;
    },
    breakOff() {
      // The end of the round before does not end this one.
      closing = undefined;
      told.push(...numbers.breakOff().filter((item) => !isOwn(item, names)));
      return true;
    },
    giveUp: () => (numbers.isPlain() && rounds === 0 ? heldRaw : undefined),
    finish() {
      if (numbers.isPlain() && rounds <= 1) return heldRaw;
      // An answer that was broken off has no end.
      return closing ? numbers.write({ ...closing, response: joined() }) : '';
    },
    held: () => held + numbers.held(),
    told: () => toldIn(joined()),
    usage: () => usageOf(usages),
  };
}

function responseOf(event: JsonRecord): JsonRecord {
  return isRecord(event.response) ? event.response : {};
}
