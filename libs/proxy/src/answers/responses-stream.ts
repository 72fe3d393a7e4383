import { isRecord, parseRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import type { AnswerStream, OwnToolNames, StreamEvent } from './answer-form.ts';
import { createResponsesNumbers, type ResponsesNumbers, type ShownEvent } from './responses-numbers.ts';
import { isOwn, roundOf, shownItems, toldIn, usageOf } from './responses-round.ts';
import { joinUsage } from './usage.ts';

const BEGINNINGS = new Set(['response.created', 'response.queued', 'response.in_progress']);
const ENDINGS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** A comment, which keeps a connection open and which no SDK takes for an event. */
const SIGN_OF_LIFE = ':\n\n';

/** Holds back how a stream begins until something is said: of the rounds before, what they thought is all that stays. */
function createBeginning(numbers: ResponsesNumbers, mayRecall: boolean) {
  let thoughts: ShownEvent[] = [];
  let beginning: ShownEvent[] = [];
  let id: unknown;
  let begunRound = 0;
  let hasBegun = false;
  const heldBack = (): ShownEvent[] => [...beginning, ...thoughts];

  /** Returns events that the caller gets now, behind what was held back for them. */
  function say(...events: readonly ShownEvent[]): string {
    const said = [...heldBack(), ...events];
    [beginning, thoughts] = [[], []];
    hasBegun = true;
    return said.map((one) => numbers.show(one)).join('');
  }

  return {
    say,
    /** Drops thoughts of which nothing is told yet. */
    dropThoughts() {
      thoughts = [];
    },
    /** The id of the response that the stream begins with. */
    id: () => id,
    /** The events that are held back, as they came. */
    raw: () => heldBack().reduce((text, { raw }) => text + raw, ''),
    /** Characters of them. */
    held: () => heldBack().reduce((sum, { raw }) => sum + raw.length, 0),
    /** Takes an event that begins a round and returns what the caller gets of it now. */
    take(shown: ShownEvent, round: number): string {
      if (hasBegun && round !== begunRound) return '';
      if (begunRound !== round) [beginning, thoughts, id] = [[], thoughts.filter(({ event }) => isThought(event)), undefined];
      begunRound = round;
      id ??= responseOf(shown.event).id;
      if (hasBegun || !mayRecall) return say(shown);
      beginning.push(shown);
      return '';
    },
    /** Takes an event that may wait and returns what the caller gets now; undefined for one that is to be said. */
    wait(shown: ShownEvent): string | undefined {
      if (hasBegun || !mayRecall) return undefined;
      if (isThought(shown.event)) {
        thoughts.push(shown);
        return '';
      }
      if (!isOfNoResponse(shown.event)) return undefined;
      (thoughts.length > 0 ? thoughts : beginning).push(shown);
      return SIGN_OF_LIFE;
    },
  };
}

/**
 * Joins the streams of the rounds to the one stream of one response: items and events numbered through, and the last
 * one's end. An SDK takes one id in a stream, so it begins with the first round that says something: where the rounds
 * before only recalled, that is the last, by whose id the vendor keeps all of it. A round without calls of ours goes
 * through byte for byte.
 */
export function createResponsesStream(names: OwnToolNames | undefined): AnswerStream {
  const numbers = createResponsesNumbers(names);
  const beginning = createBeginning(numbers, names !== undefined);
  const told: JsonRecord[] = [];
  const usages: unknown[] = [];
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
    return { ...last, id: beginning.id() ?? last.id, output: told, ...(usages.some(isRecord) && { usage: joinUsage(usages) }) };
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
      const shown = numbers.read(event, raw);
      if (!shown) return '';
      if (BEGINNINGS.has(type)) return beginning.take(shown, rounds);
      return beginning.wait(shown) ?? beginning.say(shown);
    },
    endRound() {
      if (!ending) return undefined;
      closing = ending;
      const response = responseOf(ending);
      usages.push(response.usage);
      const isFailed = ending.type === 'response.failed';
      const made = isFailed ? numbers.breakOff() : numbers.endRound();
      const output = recordsIn(response.output).length > 0 ? recordsIn(response.output) : made;
      const answer = { ...response, output, ...(isFailed && { status: 'incomplete' }) };
      const round = roundOf(answer, names);
      told.push(...shownItems(answer, names));
      if (round.cutsOwn) beginning.dropThoughts();
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
    giveUp: () => (numbers.isPlain() && rounds === 0 ? beginning.raw() + heldRaw : undefined),
    finish() {
      if (numbers.isPlain() && rounds <= 1) return beginning.raw() + heldRaw;
      const begun = beginning.say();
      // An answer that was broken off has no end.
      return closing ? begun + numbers.write({ ...closing, response: joined() }) : begun;
    },
    held: () => held + numbers.held() + beginning.held(),
    told: () => toldIn(joined()),
    usage: () => usageOf(usages),
  };
}

/** Returns the response that an event ends; undefined for any other event. */
export function endedIn(data: string): JsonRecord | undefined {
  const event = parseRecord(data);
  return event && ENDINGS.has(stringOr(event.type, '')) ? responseOf(event) : undefined;
}

/** True for a thought of which nothing is told yet. */
function isThought({ type, item }: JsonRecord): boolean {
  return (type === 'response.output_item.added' || type === 'response.output_item.done') && isRecord(item) && item.type === 'reasoning';
}

/** True for an event that tells nothing of a response, such as a sign of life. */
function isOfNoResponse({ type, output_index: at, item, response }: JsonRecord): boolean {
  return type !== 'error' && at === undefined && item === undefined && response === undefined;
}

function responseOf(event: JsonRecord): JsonRecord {
  return isRecord(event.response) ? event.response : {};
}
