import fc from 'fast-check';
import type { EventBody } from '../src/event/event-body.ts';
import type { EventKind } from '../src/event/event-kind.ts';
import type { EventRecord } from '../src/event/event-record.ts';
import type { FormTokens } from '../src/event/form-tokens.ts';

/** One step of a random session: an act, with small numbers that select among existing items. */
export interface HistoryStep {
  readonly act:
    | 'user'
    | 'say'
    | 'think'
    | 'call'
    | 'result'
    | 'late'
    | 'stray'
    | 'note'
    | 'constraint'
    | 'objective'
    | 'decision'
    | 'persona'
    | 'pin'
    | 'supersede'
    | 'unreadable'
    | 'erased'
    | 'image'
    | 'recall'
    | 'lost_call'
    | 'again'
    | 'blank'
    | 'knowledge'
    | 'card';
  readonly size: number;
  readonly pick: number;
  readonly repeat: boolean;
}

const weighted = (weight: number, act: HistoryStep['act']) => ({ weight, arbitrary: fc.constant(act) });

export const arbitraryHistory = (maxLength = 300): fc.Arbitrary<HistoryStep[]> =>
  fc.array(
    fc.record({
      act: fc.oneof(
        weighted(5, 'user'),
        weighted(8, 'say'),
        weighted(2, 'think'),
        weighted(10, 'call'),
        weighted(12, 'result'),
        weighted(1, 'late'),
        weighted(1, 'stray'),
        weighted(2, 'note'),
        weighted(1, 'constraint'),
        weighted(1, 'objective'),
        weighted(1, 'decision'),
        weighted(1, 'persona'),
        weighted(1, 'pin'),
        weighted(1, 'supersede'),
        weighted(1, 'unreadable'),
        weighted(1, 'erased'),
        weighted(1, 'image'),
        weighted(1, 'recall'),
        weighted(1, 'lost_call'),
        weighted(1, 'again'),
        weighted(1, 'blank'),
        weighted(1, 'knowledge'),
        weighted(1, 'card'),
      ) as fc.Arbitrary<HistoryStep['act']>,
      size: fc.integer({ min: 1, max: 600 }),
      pick: fc.nat(1000),
      repeat: fc.boolean(),
    }),
    { minLength: 1, maxLength, size: 'max' },
  );

const KIND: Record<HistoryStep['act'], EventKind> = {
  user: 'user_message',
  say: 'agent_message',
  think: 'thinking',
  call: 'tool_call',
  result: 'tool_result',
  late: 'tool_result',
  stray: 'tool_result',
  note: 'system_note',
  constraint: 'constraint',
  objective: 'objective',
  decision: 'decision',
  persona: 'persona',
  pin: 'system_note',
  supersede: 'system_note',
  unreadable: 'agent_message',
  erased: 'tool_result',
  image: 'user_message',
  recall: 'tool_result',
  lost_call: 'tool_call',
  again: 'tool_call',
  blank: 'agent_message',
  knowledge: 'knowledge',
  card: 'task_state',
};

/** Seals of thinking; what has none is never sent. */
const SEALS: readonly EventBody['thinking'][] = [
  undefined,
  { signature: 'sig' },
  { redacted: 'data' },
  { vendor: 'openai', signature: 'rs_1', redacted: 'data' },
  { vendor: 'deepseek' },
];
/** Acts that one response of a model consists of, if it has a message id. */
const OUTPUT: ReadonlySet<HistoryStep['act']> = new Set(['say', 'think', 'call']);

/** Words that distinguish events; every event also states its number. */
const WORDS = ['retry', 'timeout', 'schema', 'cursor', 'shard', 'ledger', 'socket', 'parser', 'buffer', 'kernel'];

/** Builds records of a random history, in order. Every third one of a source occurs twice where the step says so. */
export function toRecords(steps: readonly HistoryStep[], address = { tenant: 't', space: 's', session: 'x' }): EventRecord[] {
  const records: EventRecord[] = [];
  const open: string[] = [];
  const closed: string[] = [];
  let cards = 0;
  steps.forEach((step, at) => {
    const id = `E${String(at).padStart(5, '0')}`;
    const whole = step.act === 'image' ? step.size + 1_600 : step.size;
    const tokens: FormTokens = { whole, stripped: step.size, preview: Math.min(step.size, 40) };
    const isNextCard = step.act === 'card' && step.pick % 4 !== 0;
    if (isNextCard) cards += 1;
    const body = toBody(step, at, id, { open, closed, cards: isNextCard ? cards : 0 });
    const record = (offset: number): EventRecord => ({
      offset,
      envelope: {
        schemaVersion: 1,
        id,
        ...address,
        kind: KIND[step.act],
        occurredAt: 1_000 * at,
        recordedAt: 1_000 * at,
        tokens,
        family: 'o200k',
        keyId: 'k',
      },
      body: step.act === 'unreadable' || step.act === 'erased' ? step.act : step.act === 'lost_call' ? 'unreadable' : body,
    });
    records.push(record(records.length));
    if (step.repeat && step.pick % 3 === 0) records.push(record(records.length));
  });
  return records;
}

function toBody(
  step: HistoryStep,
  at: number,
  id: string,
  { open, closed, cards }: { open: string[]; closed: string[]; cards: number },
): EventBody {
  const words = [0, 1, 2].map((shift) => WORDS[(step.pick + shift * 3) % WORDS.length]).join(' ');
  const body: EventBody = {
    text: `event number_${at} about ${words} in src/mod${step.pick % 17}/file_${at % 23}.ts`,
    meta: {},
    origin: { source: 'generator', sequence: at + 1 },
    // A vendor that runs tools itself thinks, calls and says more than once in one response.
    ...(step.pick % 2 === 0 && OUTPUT.has(step.act) && { messageId: `m${Math.floor(at / 8)}` }),
  };
  const before = `E${String(step.pick % Math.max(1, at)).padStart(5, '0')}`;
  switch (step.act) {
    case 'call':
      open.push(`call-${id}`);
      return { ...body, call: { id: `call-${id}`, name: WORDS[step.pick % 5]!, arguments: '{}' } };
    case 'think': {
      const thinking = SEALS[step.pick % SEALS.length];
      return thinking === undefined ? body : { ...body, thinking };
    }
    case 'result': {
      const callId = open.splice(step.pick % Math.max(1, open.length), 1)[0] ?? `none-${id}`;
      closed.push(callId);
      return { ...body, call: { id: callId, name: 'tool' }, isError: step.pick % 7 === 0 };
    }
    case 'late':
      return { ...body, call: { id: closed.at(-1) ?? `none-${id}`, name: 'tool' } };
    case 'stray':
      closed.push(`stray-${id}`);
      return { ...body, call: { id: `stray-${id}`, name: 'tool' } };
    case 'again': {
      // Reuses an id of an earlier call or a stray result, possibly of an open call.
      const known = [...closed, ...open];
      const callId = known[step.pick % Math.max(1, known.length)] ?? `call-${id}`;
      open.push(callId);
      return { ...body, call: { id: callId, name: 'tool', arguments: step.pick % 2 === 0 ? '["x"]' : 'not json' } };
    }
    case 'blank':
      return { ...body, text: ' \n' };
    case 'card':
      return {
        ...body,
        taskState: { version: cards, premiseVersion: 0, keyEvents: [before], constraints: [{ text: 'hold', eventIds: [before] }] },
      };
    case 'pin':
      return { ...body, pin: { eventIds: [before], pinned: step.pick % 4 !== 0 } };
    case 'supersede':
      return { ...body, meta: { supersedes: [before] } };
    case 'recall':
      return {
        ...body,
        call: { id: open.shift() ?? `none-${id}`, name: 'recall' },
        recall: { retrievalId: id, evidence: [{ eventId: before }], renderingHash: '' },
      };
    case 'persona':
    case 'constraint':
      return { ...body, meta: { pinned: step.pick % 5 === 0 } };
    default:
      return body;
  }
}
