import { describe, expect, it } from 'vitest';
import { writeResponse } from '../../testing/responses-answers.ts';
import { writeChat, writeMessages, type ScriptedAnswer } from '../../testing/vendor-answers.ts';
import type { JsonRecord } from '../text/json-values.ts';
import { createAnswerBudget } from './answer-budget.ts';
import { CHAT_ANSWERS } from './chat-answers.ts';
import { MESSAGES_ANSWERS } from './messages-answers.ts';
import { RESPONSES_ANSWERS } from './responses-answers.ts';
import { readEvents } from './read-events.ts';

const NAMES = { recall: 'recall', open: 'open' };
const BODY = { model: 'm', stream: true, stream_options: { include_usage: true } };
const build = { id: 'b1', name: 'build', arguments: '{"module":"a b"}' };
const recall = { id: 'r1', name: 'recall', arguments: '{"queries":["x"]}' };
/** Writes a response whose ids follow from what it says. */
function writeNumbered(answer: ScriptedAnswer, body: JsonRecord, inputTokens: number) {
  return writeResponse(answer, body, inputTokens, answer.text!.length);
}

const UNBOUNDED = { answerBytes: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
const ROOM = () => createAnswerBudget(UNBOUNDED).open(new AbortController().signal);

const FORMS = [
  ['chat completions', CHAT_ANSWERS, writeChat],
  ['messages', MESSAGES_ANSWERS, writeMessages],
  ['responses', RESPONSES_ANSWERS, writeNumbered],
] as const;

/** Cuts a text into chunks of odd sizes, through the middle of characters. */
async function* inChunks(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

describe.each(FORMS)('a stream of %s', (_name, form, write) => {
  async function relay(answers: readonly ScriptedAnswer[]) {
    const stream = form.createStream(NAMES);
    let out = '';
    const rounds = [];
    for (const answer of answers) {
      for await (const event of readEvents(inChunks(write(answer, BODY, 100).pieces.join('')), ROOM())) out += stream.take(event);
      rounds.push(stream.endRound()!);
    }
    return { out: out + stream.finish(), rounds, told: stream.told(), usage: stream.usage() };
  }

  it('without calls of ours goes through byte for byte, and is read as the whole answer says it', async () => {
    const answer = { thinking: 'Hm ✓.', text: 'Grüße an 東京.', calls: [build, { ...build, id: 'b2' }] };
    const { out, rounds, told } = await relay([answer]);
    const written = write(answer, BODY, 100);
    expect(out).toBe(written.pieces.join(''));
    expect(rounds[0]).toEqual(form.readWhole(written.whole as JsonRecord, NAMES));
    expect(rounds[0]).toMatchObject({ own: [], others: 2 });
    expect(JSON.stringify(told)).toContain('Grüße an 東京.');
  });

  it('says how much it holds: what was said, not how it was sent', async () => {
    const text = 'x'.repeat(10_000);
    const stream = form.createStream(NAMES);
    let before = 0;
    for (const answer of [
      { text, calls: [recall] },
      { text, calls: [{ ...build, arguments: JSON.stringify({ text }) }] },
    ]) {
      const { pieces } = write(answer, BODY, 1);
      for await (const event of readEvents(inChunks(pieces.join('')), ROOM())) stream.take(event);
      expect(stream.held() - before).toBeGreaterThan(text.length);
      expect(stream.held() - before).toBeLessThan(2 * pieces.join('').length);
      stream.endRound();
      before = stream.held();
    }
    expect(before).toBeGreaterThan(3 * text.length);
  });

  it('shows nothing of a recall, and what was said before and after it as one answer with the cost of both', async () => {
    const first = { text: 'Let me look.', calls: [recall] };
    const { out, rounds, told, usage } = await relay([first, { text: 'It is 42.', calls: [build] }]);
    expect(rounds.map(({ own, others }) => [own.length, others])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(out).not.toMatch(/recall|r1/);
    const beginning = form === RESPONSES_ANSWERS ? /event: response\.created/g : /message_start|"role"/g;
    expect(out.match(beginning)).toHaveLength(form === MESSAGES_ANSWERS ? 3 : 1);
    expect(JSON.stringify(told)).toMatch(/Let me look\.[^]*It is 42\.[^]*build/);
    expect(usage).toEqual({ input: 200, cached: 0, output: 20 });
    const whole = form.joinWhole(
      [write(first, BODY, 100).whole, write({ text: 'It is 42.', calls: [build] }, BODY, 100).whole] as JsonRecord[],
      NAMES,
    );
    // A stream begins under the first round's id; a whole answer has the last one's, by which the vendor keeps all of it.
    expect(form.toldIn(whole)).toMatchObject({ ...told, ...(told.id !== undefined && { id: whole.id }) });
  });

  it('that is broken off has no round', async () => {
    const stream = form.createStream(NAMES);
    for await (const event of readEvents(inChunks(write({ text: 'Half an' }, BODY, 1).pieces.slice(0, 3).join('')), ROOM()))
      stream.take(event);
    expect(stream.endRound()).toBeUndefined();
  });

  it('that is broken off behind a recall has no end, which would say that it is whole', async () => {
    const stream = form.createStream(NAMES);
    const [first, second] = [{ text: 'Let me look.', calls: [recall] }, { text: 'Half an' }].map((answer) => write(answer, BODY, 1).pieces);
    let out = '';
    for (const pieces of [first!, second!.slice(0, 3)]) {
      for await (const event of readEvents(inChunks(pieces.join('')), ROOM())) out += stream.take(event);
      stream.endRound();
    }
    expect(out + stream.finish()).not.toMatch(/"finish_reason":"|message_stop|response\.completed|\[DONE\]/);
  });
});

it('keeps why the model ended the last round of a chat completion, such as at its limit of tokens', async () => {
  const cut = (text: string): string => text.replaceAll('"finish_reason":"stop"', '"finish_reason":"length"');
  const answers = [{ calls: [recall] }, { text: 'It is 4' }].map((answer) => writeChat(answer, BODY, 1));
  const whole = CHAT_ANSWERS.joinWhole(
    answers.map(({ whole: one }) => JSON.parse(cut(JSON.stringify(one))) as JsonRecord),
    NAMES,
  );
  expect(whole.choices).toMatchObject([{ finish_reason: 'length' }]);
  const stream = CHAT_ANSWERS.createStream(NAMES);
  for (const { pieces } of answers) {
    for await (const event of readEvents(inChunks(cut(pieces.join(''))), ROOM())) stream.take(event);
    stream.endRound();
  }
  expect(stream.finish()).toContain('"finish_reason":"length"');
});

it('a chat completion has the probabilities of all that it tells, and of nothing else', () => {
  const said = (text: string, calls: (typeof recall)[] = []) => {
    const answer = writeChat({ text, calls }, BODY, 1).whole as { choices: JsonRecord[] };
    return { ...answer, choices: [{ ...answer.choices[0], logprobs: { content: [{ token: text }], refusal: null } }] };
  };
  const [first, second] = [said('Let me look.', [recall]), said('It is 42.')];
  const both = { content: [{ token: 'Let me look.' }, { token: 'It is 42.' }], refusal: null };
  expect(CHAT_ANSWERS.joinWhole([first, second], NAMES).choices).toMatchObject([{ logprobs: both }]);
  const last = { content: [{ token: 'It is 42.' }], refusal: null };
  expect(CHAT_ANSWERS.joinWhole([CHAT_ANSWERS.withoutTexts(first), second], NAMES).choices).toMatchObject([{ logprobs: last }]);
  const none = writeChat({ text: 'It is 42.' }, BODY, 1).whole as JsonRecord;
  expect(CHAT_ANSWERS.joinWhole([none], NAMES).choices).toMatchObject([{ logprobs: null }]);
});

it('a chat completion keeps the parts that a vendor answers in', () => {
  const parts = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Found.' }] },
    { type: 'text', text: 'It is 42.' },
  ];
  const first = writeChat({ text: 'Let me look.', calls: [recall] }, BODY, 1).whole as JsonRecord;
  const second = { ...first, choices: [{ index: 0, message: { role: 'assistant', content: parts }, finish_reason: 'stop' }] };
  expect(CHAT_ANSWERS.joinWhole([first, second], NAMES).choices).toMatchObject([
    { message: { content: [{ type: 'text', text: 'Let me look.' }, ...parts] } },
  ]);
});

it('a streamed chat completion keeps the parts that a vendor answers in, and puts their pieces together', async () => {
  const thought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
  const piece = (delta: JsonRecord, reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c2', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const contents = [[thought('Fo')], [thought('und.')], [{ type: 'text', text: 'It ' }], 'is ', '42.'];
  const second = [piece({ role: 'assistant', content: '' }), ...contents.map((content) => piece({ content })), piece({}, 'stop')];
  const stream = CHAT_ANSWERS.createStream(NAMES);
  const rounds = [];
  let out = '';
  for (const pieces of [writeChat({ text: 'Let me look.', calls: [recall] }, BODY, 1).pieces, second]) {
    for await (const event of readEvents(inChunks(pieces.join('')), ROOM())) out += stream.take(event);
    rounds.push(stream.endRound());
  }
  const parts = [thought('Found.'), { type: 'text', text: 'It is 42.' }];
  expect(rounds[1]!.message).toEqual({ role: 'assistant', content: parts });
  expect(stream.told().content).toEqual([{ type: 'text', text: 'Let me look.' }, ...parts]);
  for (const content of contents) expect(out).toContain(`"content":${JSON.stringify(content)}`);
});

it('a chat completion that is refused behind a recall says so to the caller, and in the log', async () => {
  const said = "I can't help with that.";
  const end = (delta: JsonRecord, reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c2', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const refused = [{ role: 'assistant', content: null, refusal: null }, { refusal: said.slice(0, 5) }, { refusal: said.slice(5) }];
  const rounds = [writeChat({ calls: [recall] }, BODY, 1).pieces, [...refused.map((delta) => end(delta)), end({}, 'stop')]];
  const stream = CHAT_ANSWERS.createStream(NAMES);
  let out = '';
  for (const pieces of rounds) {
    for await (const event of readEvents(inChunks(pieces.join('')), ROOM())) out += stream.take(event);
    stream.endRound();
  }
  const shown = [...out.matchAll(/"refusal":"([^"]*)"/g)].map(([, piece]) => piece).join('');
  expect(shown).toBe(said);
  expect(stream.told()).toEqual({ role: 'assistant', content: null, refusal: said });
});

it('passes several choices on as they come, and takes them for no message', () => {
  const said = [0, 1, 0, 1].map((index, at) => ({
    choices: [{ index, delta: { content: `${at}` }, finish_reason: at === 2 ? 'stop' : null }],
  }));
  const events = said.map((chunk) => JSON.stringify(chunk)).map((data) => ({ data, raw: `data: ${data}\n\n` }));
  const stream = CHAT_ANSWERS.createStream(undefined);
  expect(events.map((event) => stream.take(event))).toEqual(events.map(({ raw }) => raw));
  expect([stream.endRound(), stream.finish()]).toEqual([undefined, '']);
});

it.each(FORMS.slice(0, 2))(
  'a call of ours in an answer of %s that was broken off is not answered: it may lack its end',
  async (_name, form, write) => {
    const cut = (text: string): string =>
      text.replaceAll(/"(finish_reason":"|stop_reason":")(tool_calls|tool_use)"/g, (_all, field: string) =>
        field.startsWith('finish') ? `"${field}length"` : `"${field}max_tokens"`,
      );
    const written = write({ text: 'Let me look.', calls: [recall] }, BODY, 1);
    const whole = JSON.parse(cut(JSON.stringify(written.whole))) as JsonRecord;
    expect(form.readWhole(whole, NAMES)).toMatchObject({ own: [], others: 0 });
    expect(JSON.stringify(form.joinWhole([whole], NAMES))).toMatch(/"(length|max_tokens)"/);
    const stream = form.createStream(NAMES);
    let out = '';
    for await (const event of readEvents(inChunks(cut(written.pieces.join(''))), ROOM())) out += stream.take(event);
    expect(stream.endRound()).toMatchObject({ own: [], others: 0 });
    out += stream.finish();
    expect(out).toMatch(/"(length|max_tokens)"/);
    expect(out).not.toContain('recall');
  },
);

it('takes a compaction of the vendor for what it says, in a stream as in a whole answer', async () => {
  const block = { type: 'compaction', content: 'What was said so far.' };
  const events = [
    { type: 'message_start', message: { usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'compaction', content: null } },
    { type: 'content_block_delta', index: 0, delta: { type: 'compaction_delta', content: block.content } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  ];
  const stream = MESSAGES_ANSWERS.createStream(NAMES);
  for (const event of events) stream.take({ raw: '', data: JSON.stringify(event) });
  expect(stream.endRound()!.message).toEqual({ role: 'assistant', content: [block] });
  expect(stream.told()).toEqual(MESSAGES_ANSWERS.toldIn({ content: [block] }));
});

it('sends no blank text of a model back, which its vendor refuses, and tells the caller of it as it came', () => {
  const [blank, use] = [
    { type: 'text', text: '\n\n' },
    { type: 'tool_use', id: 'r1', name: 'recall', input: {} },
  ];
  const round = MESSAGES_ANSWERS.readWhole({ content: [blank, use], stop_reason: 'tool_use' }, NAMES)!;
  expect(MESSAGES_ANSWERS.followUp(round, [])[0]).toEqual({ role: 'assistant', content: [use] });
  expect(MESSAGES_ANSWERS.beside(round, []).messages).toEqual([{ role: 'assistant', content: [use] }]);
  expect(MESSAGES_ANSWERS.joinWhole([{ content: [blank, use] }], NAMES).content).toEqual([blank]);
});

describe('vendors that speak as OpenAI does', () => {
  const chunk = (delta: object, rest: object = {}) => ({ id: 'c1', choices: [{ index: 0, delta, finish_reason: null }], ...rest });
  const end = (reason: string, rest: object = {}) => ({ id: 'c1', choices: [{ index: 0, delta: {}, finish_reason: reason }], ...rest });
  const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } });

  function take(stream: ReturnType<typeof CHAT_ANSWERS.createStream>, chunks: readonly object[]): string {
    return chunks
      .map((each) => JSON.stringify(each))
      .map((data) => stream.take({ data, raw: `data: ${data}\n\n` }))
      .join('');
  }

  it('get back the reasoning behind a call, and what else stands in it, without which they refuse its result', () => {
    const signed = { ...call('r1', 'recall'), extra_content: { google: { thought_signature: 's1' } } };
    const message = {
      role: 'assistant',
      content: null,
      reasoning_content: 'It left.',
      reasoning_details: [{ id: 1 }],
      tool_calls: [signed],
    };
    const whole = CHAT_ANSWERS.readWhole({ choices: [{ message, finish_reason: 'tool_calls' }] }, NAMES)!;
    const stream = CHAT_ANSWERS.createStream(NAMES);
    take(stream, [
      chunk({ role: 'assistant', reasoning_content: 'It ' }),
      chunk({ reasoning_content: 'left.', reasoning_details: [{ id: 1 }] }),
      chunk({ tool_calls: [{ index: 0, ...signed }] }),
      end('tool_calls'),
    ]);
    for (const round of [whole, stream.endRound()!]) expect(CHAT_ANSWERS.followUp(round, [])).toEqual([message]);
  });

  it('may give several calls one index', () => {
    const stream = CHAT_ANSWERS.createStream(NAMES);
    const out = take(stream, [
      chunk({ tool_calls: [{ index: 0, ...call('b1', 'build') }] }),
      chunk({ tool_calls: [{ index: 0, ...call('r1', 'recall') }] }),
      end('tool_calls'),
    ]);
    expect(stream.endRound()).toMatchObject({ own: [{ id: 'r1', tool: 'recall', arguments: '{}' }], others: 1 });
    expect(out).toContain('b1');
    expect(out).not.toContain('r1');
  });

  it('may give calls no index', () => {
    const stream = CHAT_ANSWERS.createStream(NAMES);
    const out = take(stream, [chunk({ tool_calls: [call('r1', 'recall')] }), end('tool_calls')]);
    expect(stream.endRound()).toMatchObject({ own: [{ id: 'r1', tool: 'recall', arguments: '{}' }], others: 0 });
    expect(out).not.toContain('recall');
  });

  it('may say what an answer cost in its last piece, where that of all rounds stands then, in no piece of its own', () => {
    const stream = CHAT_ANSWERS.createStream(NAMES);
    take(stream, [chunk({ tool_calls: [{ index: 0, ...call('r1', 'recall') }] }), end('tool_calls', { usage: { prompt_tokens: 5 } })]);
    stream.endRound();
    take(stream, [chunk({ content: 'It is.' }), end('stop', { usage: { prompt_tokens: 7 } })]);
    stream.endRound();
    const pieces = stream
      .finish()
      .split('\n\n')
      .filter((text) => text.startsWith('data: {'));
    expect(pieces.map((text) => JSON.parse(text.slice(6)) as unknown)).toMatchObject([
      { choices: [{ finish_reason: 'stop' }], usage: { prompt_tokens: 7 } },
    ]);
  });
});

it('reads an event of many chunks without looking through it again with each of them', { timeout: 30_000 }, async () => {
  const [chunks, size] = [8_000, 4_096];
  async function* picture(): AsyncGenerator<Buffer> {
    yield Buffer.from('data: ');
    for (let at = 0; at < chunks; at++) yield Buffer.alloc(size, 'A');
    for (const end of ['\r\n\r', '\ndata: 2\n', '\n']) yield Buffer.from(end);
  }
  const events: string[] = [];
  for await (const { data } of readEvents(picture(), ROOM())) events.push(data);
  expect(events.map(({ length }) => length)).toEqual([chunks * size, 1]);
});

it('puts the pieces of a custom tool of chat completions together', () => {
  const call = { id: 'c1', type: 'custom', custom: { name: 'patch', input: '*** Begin Patch' } };
  const deltas = [
    { role: 'assistant', content: null },
    { tool_calls: [{ index: 0, id: 'c1', type: 'custom', custom: { name: 'patch', input: '' } }] },
    { tool_calls: [{ index: 0, custom: { input: '*** Begin' } }] },
    { tool_calls: [{ index: 0, custom: { input: ' Patch' } }] },
    {},
  ];
  const events = deltas.map((delta, at) => {
    const data = JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: at === 4 ? 'tool_calls' : null }] });
    return { data, raw: `data: ${data}\n\n` };
  });
  const stream = CHAT_ANSWERS.createStream(NAMES);
  const out = events.map((event) => stream.take(event)).join('');
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const whole = CHAT_ANSWERS.readWhole({ choices: [{ message, finish_reason: 'tool_calls' }] }, NAMES);
  expect(stream.endRound()).toEqual(whole);
  expect(whole).toMatchObject({ own: [], others: 1 });
  expect(stream.told()).toEqual(message);
  expect(out + stream.finish()).toBe(events.map(({ raw }) => raw).join(''));
});

it('reads a chat completion to its end where each piece has an empty reason', () => {
  const pieces = ['It is', ' 42.', ''].map((content, at) => ({ delta: { content }, finish_reason: at === 2 ? 'stop' : '' }));
  const stream = CHAT_ANSWERS.createStream(undefined);
  for (const piece of pieces) {
    const data = JSON.stringify({ choices: [{ index: 0, ...piece }] });
    stream.take({ data, raw: `data: ${data}\n\n` });
  }
  expect(stream.endRound()).toMatchObject({ message: { content: 'It is 42.' } });
});

it('counts the usage of messages where the last event of a stream says null of what the first one told', () => {
  const events = [
    { type: 'message_start', message: { id: 'msg_1', usage: { input_tokens: 500, cache_read_input_tokens: 40, output_tokens: 1 } } },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: null, cache_read_input_tokens: null, output_tokens: 9 },
    },
  ];
  const stream = MESSAGES_ANSWERS.createStream(undefined);
  for (const event of events) stream.take({ data: JSON.stringify(event), raw: `data: ${JSON.stringify(event)}\n\n` });
  stream.endRound();
  expect(stream.usage()).toEqual({ input: 500, cached: 40, output: 9 });
});
