import { isRecord, parseRecord, recordsIn, sizeOf, stringOr, type JsonRecord } from '../text/json-values.ts';
import {
  ENDED_WITHIN,
  ownTool,
  type AnswerForm,
  type AnswerStream,
  type OwnCall,
  type OwnToolNames,
  type Round,
  type StreamEvent,
} from './answer-form.ts';
import { joinUsage, numberIn, sumUsage } from './usage.ts';

/** Answers of Anthropic's Messages API. */
export const MESSAGES_ANSWERS: AnswerForm = {
  readWhole: (answer, names) => (Array.isArray(answer.content) ? roundOf(recordsIn(answer.content), answer, names) : undefined),
  hasText: ({ content }) => recordsIn(content).some(({ type, text }) => type === 'text' && stringOr(text, '').trim() !== ''),
  withoutTexts: (answer) => ({ ...answer, content: recordsIn(answer.content).filter(({ type }) => type !== 'text') }),
  joinWhole(answers, names) {
    const last = answers.at(-1)!;
    const content = withWords(answers.flatMap((answer) => recordsIn(answer.content)).filter((block) => !isOwn(block, names)));
    return { ...last, content, ...stopOf(last, content), usage: joinUsage(answers.map(({ usage }) => usage)) };
  },
  toldIn: ({ content, id }) => ({ role: 'assistant', content, id }),
  usageOf(answers) {
    const usage = sumUsage(answers.map((answer) => answer.usage));
    const written = numberIn(usage, 'cache_creation_input_tokens');
    const cached = numberIn(usage, 'cache_read_input_tokens');
    return { input: numberIn(usage, 'input_tokens') + written, cached, output: numberIn(usage, 'output_tokens') };
  },
  createStream: createMessagesStream,
  followUp: (round, answers) => [withoutBlanks(round.message), { role: 'user', content: resultsOf(answers) }],
  beside: (round, answers) => ({ messages: [withoutBlanks(round.message)], results: resultsOf(answers) }),
};

const THOUGHTS: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking']);

/** Adds a text where calls of ours were all that was said: the vendor takes no message back that ends with a thought, either. */
function withWords(content: readonly JsonRecord[]): readonly JsonRecord[] {
  return content.every(({ type }) => THOUGHTS.has(type)) ? [...content, { type: 'text', text: ENDED_WITHIN }] : content;
}

/** The vendor refuses texts of white space alone, also its own. */
function withoutBlanks(message: JsonRecord): JsonRecord {
  const isBlank = ({ type, text }: JsonRecord): boolean => type === 'text' && stringOr(text, '').trim() === '';
  return { ...message, content: recordsIn(message.content).filter((block) => !isBlank(block)) };
}

function isOwn(block: JsonRecord, names: OwnToolNames | undefined): boolean {
  return block.type === 'tool_use' && ownTool(names, block.name) !== undefined;
}

function stopOf(last: JsonRecord, content: readonly JsonRecord[]): JsonRecord {
  const calls = content.some(({ type }) => type === 'tool_use');
  return last.stop_reason === 'tool_use' && !calls ? { stop_reason: 'end_turn' } : {};
}

/** Why an answer may end within a call: what such a call says may lack its end. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

/** Reads one message. Calls of ours are neither answered nor sent back where it ended for a reason of another kind. */
function roundOf(content: readonly JsonRecord[], { stop_reason: reason, container }: JsonRecord, names: OwnToolNames | undefined): Round {
  const calls = content.filter(({ type }) => type === 'tool_use');
  const own = calls.flatMap((block): OwnCall[] => {
    const tool = ownTool(names, block.name);
    return tool ? [{ id: stringOr(block.id, ''), tool, arguments: JSON.stringify(block.input ?? {}) }] : [];
  });
  const others = calls.length - own.length;
  const ranIn = isRecord(container) && typeof container.id === 'string' ? { container: container.id } : {};
  if (!BROKEN_OFF.has(reason)) return { message: { role: 'assistant', content }, own, others, ...ranIn };
  const message = { role: 'assistant', content: content.filter((block) => !isOwn(block, names)) };
  return { message, own: [], others, ...(own.length > 0 && { cutsOwn: true }) };
}

function resultsOf(answers: readonly { call: OwnCall; text: string; isError: boolean }[]): JsonRecord[] {
  return answers.map(({ call, text, isError }) => ({
    type: 'tool_result',
    tool_use_id: call.id,
    content: text,
    ...(isError && { is_error: true }),
  }));
}

interface BlockInMaking {
  readonly block: Record<string, unknown>;
  json: string;
  isWhole: boolean;
  /** Its index for the caller; absent for a call of ours. */
  readonly shownAt?: number;
}

function createMessagesStream(names: OwnToolNames | undefined): AnswerStream {
  const told: JsonRecord[] = [];
  const usages: JsonRecord[] = [];
  let blocks = new Map<unknown, BlockInMaking>();
  let [rounds, shown, held] = [0, 0, 0];
  /** The event that ends the round, and the one that ended the last round until another begins. */
  let [ending, closing]: (JsonRecord | undefined)[] = [];
  let [heldRaw, isPlain] = ['', true];
  let firstId: unknown;

  function takeBlock(event: JsonRecord, raw: string): string {
    held += sizeOf(event.content_block ?? event.delta);
    if (event.type === 'content_block_start') {
      const block = { ...(isRecord(event.content_block) ? event.content_block : {}) };
      blocks.set(event.index, { block, json: '', isWhole: false, ...(!isOwn(block, names) && { shownAt: shown++ }) });
    }
    const made = blocks.get(event.index);
    if (!made) return raw;
    if (event.type === 'content_block_delta' && isRecord(event.delta)) takeDelta(made, event.delta);
    if (event.type === 'content_block_stop') made.isWhole = true;
    if (made.shownAt === event.index) return raw;
    isPlain = false;
    return made.shownAt === undefined ? '' : eventLines({ ...event, index: made.shownAt });
  }

  return {
    take({ raw, data }: StreamEvent) {
      const event = parseRecord(data);
      if (!event) return raw;
      const { type } = event;
      closing = undefined;
      if (type === 'message_start') {
        const { usage, id } = isRecord(event.message) ? event.message : {};
        usages[rounds] = usageAfter(usages[rounds], usage);
        firstId ??= id;
        return rounds === 0 ? raw : '';
      }
      if (stringOr(type, '').startsWith('content_block_')) return takeBlock(event, raw);
      if (type !== 'message_delta' && type !== 'message_stop') return raw;
      if (type === 'message_delta') {
        ending = event;
        usages[rounds] = usageAfter(usages[rounds], event.usage);
      }
      heldRaw += raw;
      held += raw.length;
      return '';
    },
    endRound() {
      if (!ending) return undefined;
      closing = ending;
      const round = roundOf([...blocks.values()].map(finished), isRecord(ending.delta) ? ending.delta : {}, names);
      told.push(...recordsIn(round.message.content).filter((block) => !isOwn(block, names)));
      [blocks, rounds] = [new Map(), rounds + 1];
      if (round.own.length > 0) isPlain = false;
      if (round.own.length > 0 && round.others === 0) [ending, heldRaw] = [undefined, ''];
      return round;
    },
    breakOff() {
      // The end of the round before does not end this one.
      closing = undefined;
      const came = [...blocks.values()].filter(({ block, isWhole }) => isWhole || block.type === 'text').map(finished);
      told.push(...came.filter((block) => !isOwn(block, names)));
      return true;
    },
    giveUp: () => (isPlain && rounds === 0 ? heldRaw : undefined),
    finish() {
      if (isPlain && rounds <= 1) return heldRaw;
      // An answer that was broken off has no end.
      return closing ? endLines(closing, told, shown, usages) : '';
    },
    held: () => held,
    told: () => ({ role: 'assistant', content: isPlain || !closing ? told : withWords(told), id: firstId }),
    usage: () => MESSAGES_ANSWERS.usageOf(usages.map((usage) => ({ usage }))),
  };
}

function textLines(text: string, index: number): string {
  return [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index },
  ]
    .map(eventLines)
    .join('');
}

/** Writes the end of an answer over several rounds, by what ended the last one, behind the text that it lacks. */
function endLines(ending: JsonRecord, told: readonly JsonRecord[], shown: number, usages: readonly JsonRecord[]): string {
  const delta = isRecord(ending.delta) ? ending.delta : { stop_reason: 'end_turn', stop_sequence: null };
  const end = { ...ending, type: 'message_delta', delta: { ...delta, ...stopOf(delta, told) }, usage: joinUsage(usages) };
  const words = withWords(told).length > told.length ? textLines(ENDED_WITHIN, shown) : '';
  return words + eventLines(end) + eventLines({ type: 'message_stop' });
}

/** Adds what an event tells of a round's usage: all of it so far, and null of what it does not tell anew. */
function usageAfter(before: JsonRecord | undefined, usage: unknown): JsonRecord {
  const told = Object.entries(isRecord(usage) ? usage : {}).filter(([, value]) => value !== null);
  return { ...before, ...Object.fromEntries(told) };
}

function takeDelta(made: BlockInMaking, delta: JsonRecord): void {
  const { block } = made;
  if (delta.type === 'text_delta') block.text = stringOr(block.text, '') + stringOr(delta.text, '');
  else if (delta.type === 'thinking_delta') block.thinking = stringOr(block.thinking, '') + stringOr(delta.thinking, '');
  else if (delta.type === 'signature_delta') block.signature = stringOr(delta.signature, '');
  else if (delta.type === 'input_json_delta') made.json += stringOr(delta.partial_json, '');
  else if (delta.type === 'compaction_delta') Object.assign(block, { ...delta, type: block.type });
  else if (delta.type === 'citations_delta') {
    if (Array.isArray(block.citations)) block.citations.push(delta.citation);
    else block.citations = [delta.citation];
  }
}

function finished({ block, json }: BlockInMaking): JsonRecord {
  return json === '' ? block : { ...block, input: parseRecord(json) ?? {} };
}

function eventLines(value: JsonRecord): string {
  return `event: ${String(value.type)}\ndata: ${JSON.stringify(value)}\n\n`;
}
