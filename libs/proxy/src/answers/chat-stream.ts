import { isRecord, parseRecord, recordsIn, sizeOf, stringOr, type JsonRecord } from '../text/json-values.ts';
import { ENDED_WITHIN, ownTool, type AnswerStream, type OwnToolNames, type StreamEvent } from './answer-form.ts';
import { addContent, functionIn, GAP, joinMessages, reasonOf, roundOf, takeReasoning, usageOf } from './chat-round.ts';
import { createOneJsonText } from './one-json-text.ts';
import { joinUsage } from './usage.ts';

/** A call as its pieces come in. `shownAt` is its index for the caller, absent for one of ours. */
interface CallInMaking {
  readonly call: Record<string, unknown>;
  /** Field that says what is called, and with which text. */
  readonly field: 'function' | 'custom';
  name: string;
  text: string;
  readonly shownAt?: number;
}

/** Puts the calls of an answer together from their pieces, over all its rounds. */
function createCallPieces(names: OwnToolNames | undefined) {
  let calls: CallInMaking[] = [];
  /** The call that the next piece of an index belongs to. Some servers give all calls of an answer one index. */
  let current = new Map<unknown, CallInMaking>();
  let shown = 0;
  return {
    /** Takes pieces and returns those that the caller gets, under the caller's indexes; `areSame` where these are all of them, unchanged. */
    take(pieces: readonly JsonRecord[]): { readonly pieces: JsonRecord[]; readonly areSame: boolean } {
      let areSame = true;
      const told = pieces.flatMap((piece) => {
        const field = piece.type === 'custom' || isRecord(piece.custom) ? 'custom' : 'function';
        const made = isRecord(piece[field]) ? piece[field] : {};
        let known = current.get(piece.index);
        if (!known || isOther(piece, known)) {
          const isOwn = field === 'function' && ownTool(names, made.name) !== undefined;
          const { index: _index, [field]: _made, ...call } = piece;
          known = { call: { id: piece.id, type: field, ...call }, field, name: '', text: '', ...(!isOwn && { shownAt: shown++ }) };
          calls.push(known);
          current.set(piece.index, known);
        }
        known.name += stringOr(made.name, '');
        known.text += stringOr(made.arguments ?? made.input, '');
        if (known.shownAt === undefined || known.shownAt !== piece.index) areSame = false;
        return known.shownAt === undefined ? [] : [{ ...piece, index: known.shownAt }];
      });
      return { pieces: told, areSame };
    },
    /** Ends a round and returns its calls. */
    endRound(): JsonRecord[] {
      const made = calls.map(({ call, field, name, text }) => ({
        ...call,
        [field]: { name, [field === 'custom' ? 'input' : 'arguments']: text },
      }));
      [calls, current] = [[], new Map()];
      return made;
    },
  };
}

function isOther({ id }: JsonRecord, { call }: CallInMaking): boolean {
  return typeof id === 'string' && id !== '' && id !== call.id;
}

export function createChatStream(names: OwnToolNames | undefined, asksJson = false): AnswerStream {
  const [told, usages]: [JsonRecord[], unknown[]] = [[], []];
  const calls = createCallPieces(names);
  const json = createOneJsonText(asksJson && names !== undefined);
  let content: string | JsonRecord[] = '';
  let [refusal, heldRaw, rounds, held] = ['', '', 0, 0];
  let reasoning: Record<string, string | unknown[]> = {};
  let firstId: unknown;
  /** The piece that ends the round, and the one that ended the last round; none behind one that was broken off. */
  let [ending, closing]: (JsonRecord | undefined)[] = [];
  /** `isSeveral` is true for an answer of several choices, which is no message of a conversation. */
  let [isPlain, isSeveral] = [true, false];

  function takeDelta(chunk: JsonRecord, choice: JsonRecord, raw: string): string {
    const delta: Record<string, unknown> = { ...(isRecord(choice.delta) ? choice.delta : {}) };
    held += sizeOf(delta);
    const isFirst = content === '';
    content = addContent(content, delta.content);
    refusal += stringOr(delta.refusal, '');
    if (json.takeFrom(delta)) isPlain = false;
    takeReasoning(reasoning, delta);
    if (delta.tool_calls !== undefined && !takeCalls(calls, delta)) isPlain = false;
    if (rounds === 0 && isPlain) return raw;
    if (rounds > 0) joinOn(delta, !asksJson && isFirst && isText(content) && told.some((message) => isText(message.content)));
    return Object.keys(delta).length === 0 ? '' : dataLine({ ...chunk, id: firstId, choices: [{ ...choice, delta }] });
  }

  return {
    take({ raw, data }: StreamEvent) {
      const chunk = parseRecord(data);
      isSeveral ||= recordsIn(chunk?.choices).some(({ index = 0 }) => index !== 0);
      if (isSeveral) {
        const all = heldRaw + raw;
        heldRaw = '';
        return all;
      }
      if (chunk?.usage !== undefined && chunk.usage !== null) usages[rounds] = chunk.usage;
      const choice = recordsIn(chunk?.choices)[0];
      firstId ??= chunk?.id;
      if (ending) heldRaw += raw;
      if (ending || !chunk || data === '[DONE]') return ending ? '' : raw;
      if (!choice || isRecord(chunk.error)) return raw;
      // Some servers send an empty one with each piece.
      if (!choice.finish_reason) return takeDelta(chunk, choice, raw);
      const last = takeDelta(chunk, { ...choice, finish_reason: null }, '');
      ending = chunk;
      heldRaw += raw;
      return rounds === 0 && isPlain ? '' : last;
    },
    endRound() {
      closing = ending;
      if (!ending || isSeveral) return undefined;
      const made = calls.endRound();
      const message = messageOf({ content, refusal }, made);
      const round = roundOf({ ...message, ...reasoning }, recordsIn(ending.choices)[0]!.finish_reason, names);
      const goesOn = round.own.length > 0 && round.others === 0;
      told.push(json.endRound(message, goesOn));
      [content, refusal, reasoning, rounds] = ['', '', {}, rounds + 1];
      if (round.own.length > 0) isPlain = false;
      if (goesOn) [ending, heldRaw] = [undefined, ''];
      return round;
    },
    breakOff: () => !isSeveral && told.push(messageOf({ content, refusal }, calls.endRound().filter(isWhole))) > 0,
    giveUp: () => (isPlain && rounds === 0 ? heldRaw : undefined),
    finish() {
      if (isPlain && rounds <= 1) return heldRaw;
      // An answer that was broken off has no end.
      const message = joinMessages(told, names, ENDED_WITHIN);
      return closing ? endOf(closing, { id: firstId, message, rest: json.rest() }, heldRaw.includes('"usage"') ? usages : []) : '';
    },
    held: () => held + heldRaw.length,
    told: () => joinMessages(told, names, closing ? ENDED_WITHIN : ''),
    usage: () => usageOf(usages),
  };
}

/** Leaves the calls that the caller gets in a piece; returns true where these are all of them, unchanged. */
function takeCalls(calls: ReturnType<typeof createCallPieces>, delta: Record<string, unknown>): boolean {
  const { pieces, areSame } = calls.take(recordsIn(delta.tool_calls));
  if (pieces.length > 0) delta.tool_calls = pieces;
  else delete delta.tool_calls;
  return areSame;
}

function isText(content: unknown): boolean {
  return stringOr(content, '') !== '';
}

interface Said {
  readonly content: string | readonly JsonRecord[];
  readonly refusal: string;
}

function messageOf({ content, refusal }: Said, calls: readonly JsonRecord[]): JsonRecord {
  const said = { role: 'assistant', content: content.length === 0 ? null : content, ...(refusal !== '' && { refusal }) };
  return { ...said, ...(calls.length > 0 && { tool_calls: calls }) };
}

/** Returns true for a call whose arguments have come to their end, as nothing else says of it. */
function isWhole(call: JsonRecord): boolean {
  return parseRecord(stringOr(functionIn(call).arguments, '')) !== undefined;
}

/** Makes a piece of a later round one of the answer that began before. */
function joinOn(delta: Record<string, unknown>, hasGap: boolean): void {
  delete delta.role;
  if (!delta.refusal) delete delta.refusal;
  if (hasGap) delta.content = `${GAP}${stringOr(delta.content, '')}`;
  else if (delta.content === '' || delta.content === null) delete delta.content;
}

interface ToldAnswer {
  readonly id: unknown;
  readonly message: JsonRecord;
  /** Text that the caller has not got yet. */
  readonly rest: string;
}

/** Ends an answer that is told otherwise than the vendor did. */
function endOf(end: JsonRecord, { id, message, rest }: ToldAnswer, usages: readonly unknown[]): string {
  const { content, tool_calls: calls } = message;
  const delta = content === ENDED_WITHIN ? { content } : rest === '' ? {} : { content: rest };
  const { finish_reason: reason, ...ended } = recordsIn(end.choices)[0]!;
  const choice = { ...ended, delta, finish_reason: reasonOf(reason, calls !== undefined) };
  const joined = usages.length > 0 ? joinUsage(usages) : undefined;
  // Some vendors say what it cost in the last piece, unasked; readers of these know no piece without a choice.
  const isWithin = isRecord(end.usage);
  const usage = joined && !isWithin ? [dataLine({ ...end, choices: [], usage: joined })] : [];
  return [dataLine({ ...end, id, usage: isWithin ? joined : undefined, choices: [choice] }), ...usage, 'data: [DONE]\n\n'].join('');
}

function dataLine(value: JsonRecord): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
