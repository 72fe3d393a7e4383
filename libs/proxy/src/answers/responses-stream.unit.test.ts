import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../text/json-values.ts';
import type { AnswerStream } from './answer-form.ts';
import { createResponsesStream } from './responses-stream.ts';

const NAMES = { recall: 'recall', open: 'open' };
const CALL = { type: 'function_call', id: 'fc_1', call_id: 'r1', name: 'recall', arguments: '{"query":"port"}' };
const MESSAGE = { type: 'message', id: 'msg_2', role: 'assistant', content: [{ type: 'output_text', text: 'It is 4100.' }] };
const KEEPALIVE = { type: 'keepalive' };
const thought = (id: string) => ({ type: 'reasoning', id, summary: [] });

/** The events of one response. */
function round(id: string, ...output: readonly { readonly id: string }[]): readonly JsonRecord[] {
  return [
    { type: 'response.created', response: { id, output: [] } },
    { type: 'response.in_progress', response: { id, output: [] } },
    ...output.flatMap((item, at) =>
      ['response.output_item.added', 'response.output_item.done'].map((type) => ({ type, output_index: at, item })),
    ),
    { type: 'response.completed', response: { id, status: 'completed', output } },
  ].map((event, at) => ({ ...event, sequence_number: at }));
}

const numbered = (events: readonly JsonRecord[]) => events.map((event, at) => ({ ...event, sequence_number: at }));
const rawOf = (event: JsonRecord): string => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`;
const give = (stream: AnswerStream, events: readonly JsonRecord[]): string =>
  events.map((event) => stream.take({ raw: rawOf(event), data: JSON.stringify(event) })).join('');
const eventsIn = (text: string): JsonRecord[] => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as JsonRecord);

describe('a stream of several responses', () => {
  it('begins with the first that says something, by whose id the vendor keeps what was recalled before it', () => {
    const stream = createResponsesStream(NAMES);
    expect(give(stream, round('resp_1', thought('rs_1'), CALL))).toBe('');
    stream.endRound();
    const text = give(stream, round('resp_2', thought('rs_2'), MESSAGE));
    stream.endRound();
    const events = eventsIn(text + stream.finish());
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, at) => at));
    expect(events.map(({ type, response, item }) => [type, ((response ?? item) as JsonRecord).id])).toEqual([
      ['response.created', 'resp_2'],
      ['response.in_progress', 'resp_2'],
      ['response.output_item.added', 'rs_1'],
      ['response.output_item.done', 'rs_1'],
      ['response.output_item.added', 'rs_2'],
      ['response.output_item.done', 'rs_2'],
      ['response.output_item.added', 'msg_2'],
      ['response.output_item.done', 'msg_2'],
      ['response.completed', 'resp_2'],
    ]);
    expect(events.map(({ output_index: at }) => at).filter((at) => at !== undefined)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(stream.told().id).toBe('resp_2');
  });

  it('has the id that it began with, where something was said before a recall', () => {
    const stream = createResponsesStream(NAMES);
    const first = give(stream, round('resp_1', { ...MESSAGE, id: 'msg_1' }, CALL));
    stream.endRound();
    const text = first + give(stream, round('resp_2', MESSAGE));
    stream.endRound();
    const ids = eventsIn(text + stream.finish()).flatMap(({ response }) => (response ? [(response as JsonRecord).id] : []));
    expect(ids).toEqual(['resp_1', 'resp_1', 'resp_1']);
  });

  it.each([
    ['that only thinks', round('resp_1', thought('rs_1')), true],
    ['that is broken off within a thought', round('resp_1', thought('rs_1')).slice(0, 3), false],
    ['that is broken off before anything', round('resp_1').slice(0, 1), false],
  ] as const)('%s comes as it was written', (_, events, isWhole) => {
    const stream = createResponsesStream(NAMES);
    const text = give(stream, events);
    expect(text + (stream.giveUp() ?? '')).toBe(events.map(rawOf).join(''));
    expect(stream.endRound() !== undefined).toBe(isWhole);
    expect(text + stream.finish()).toBe(events.map(rawOf).join(''));
  });

  it.each([
    ['while the model thinks', (events: readonly JsonRecord[]) => [...events.slice(0, 2), KEEPALIVE, ...events.slice(2)]],
    ['behind a thought', (events: readonly JsonRecord[]) => [...events.slice(0, 4), KEEPALIVE, ...events.slice(4)]],
    ['before anything else', (events: readonly JsonRecord[]) => [KEEPALIVE, ...events]],
  ])('does not begin with a sign of life, of which a comment tells: %s', (_, withSign) => {
    const stream = createResponsesStream(NAMES);
    const first = numbered(withSign(round('resp_1', thought('rs_1'), CALL)));
    expect(give(stream, first)).toBe(':\n\n');
    stream.endRound();
    const text = give(stream, numbered(withSign(round('resp_2', thought('rs_2'), MESSAGE))));
    stream.endRound();
    const events = eventsIn(text + stream.finish());
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_event, at) => at));
    expect(events[0]!.type).toBe('response.created');
    expect(events.filter(({ type }) => type === 'keepalive').length).toBeLessThan(2);
    const ids = events.flatMap(({ response }) => (response ? [(response as JsonRecord).id] : []));
    expect(ids).toEqual(['resp_2', 'resp_2', 'resp_2']);
    const plain = createResponsesStream(NAMES);
    const alone = numbered(withSign(round('resp_1', thought('rs_1'), MESSAGE)));
    const said = give(plain, alone);
    plain.endRound();
    expect((said + plain.finish()).replace(/^:\n\n/gm, '')).toBe(alone.map(rawOf).join(''));
  });

  it('passes a sign of life on once it has begun', () => {
    const stream = createResponsesStream(NAMES);
    const [said, end] = [round('resp_1', MESSAGE).slice(0, -1), round('resp_1', MESSAGE).slice(-1)];
    const events = numbered([...said, KEEPALIVE, ...end]);
    give(stream, events.slice(0, said.length));
    expect(give(stream, [events[said.length]!])).toBe(rawOf(events[said.length]!));
  });

  it('has one id where a server says something before it names the response', () => {
    const stream = createResponsesStream(NAMES);
    const [created, begun, ...said] = round('resp_1', { ...MESSAGE, id: 'msg_1' }, CALL);
    const first = give(stream, [said[0]!, created!, { ...begun!, response: { output: [] } }, ...said.slice(1)]);
    stream.endRound();
    const text = first + give(stream, round('resp_2', MESSAGE));
    stream.endRound();
    const ids = eventsIn(text + stream.finish()).flatMap(({ response }) =>
      (response as JsonRecord)?.id ? [(response as JsonRecord).id] : [],
    );
    expect(ids).toEqual(['resp_1', 'resp_1']);
  });

  it('holds nothing any more of a beginning that was said, or that nobody gets', () => {
    const echo = 'x'.repeat(50_000);
    const events = round('resp_1', MESSAGE);
    const echoed = events.map((event) => (event.type === 'response.created' ? { ...event, response: { id: 'resp_1', echo } } : event));
    for (const names of [NAMES, undefined]) {
      const stream = createResponsesStream(names);
      give(stream, echoed.slice(0, 1));
      expect(stream.held() > echo.length).toBe(names !== undefined);
      give(stream, echoed.slice(1, -1));
      expect(stream.held()).toBeLessThan(2_000);
    }
    const stream = createResponsesStream(NAMES);
    give(stream, round('resp_1', { ...MESSAGE, id: 'msg_1' }, CALL));
    stream.endRound();
    give(stream, echoed.slice(0, 1));
    expect(stream.held()).toBeLessThan(4_000);
  });

  it('begins at once where nothing can be recalled for it', () => {
    const stream = createResponsesStream(undefined);
    const events = numbered([KEEPALIVE, ...round('resp_1', thought('rs_1'), MESSAGE)]);
    for (const event of events.slice(0, -1)) expect(give(stream, [event])).toBe(rawOf(event));
  });

  it('tells what it thought and no end, where it is broken off behind a recall', () => {
    const stream = createResponsesStream(NAMES);
    give(stream, round('resp_1', thought('rs_1'), CALL));
    stream.endRound();
    give(stream, round('resp_2').slice(0, 2));
    expect(stream.endRound()).toBeUndefined();
    stream.breakOff();
    expect(eventsIn(stream.finish()).map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.output_item.done',
    ]);
  });
});

it('keeps the text that came before a failure, and no call whose arguments did not', () => {
  const stream = createResponsesStream(NAMES);
  const events = [
    { type: 'response.created', response: { id: 'resp_1', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'The port is 41' },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', call_id: 'b1', name: 'build', arguments: '' } },
    { type: 'response.failed', response: { id: 'resp_1', status: 'failed', output: [] } },
  ];
  for (const event of events) stream.take({ raw: `data: ${JSON.stringify(event)}\n\n`, data: JSON.stringify(event) });
  stream.endRound();
  const told = JSON.stringify(stream.told());
  expect(told).toContain('The port is 41');
  expect(told).not.toContain('b1');
});
