import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { eventsOf } from '../memory/events-of.ts';
import { callPolicy } from '../window/call-policy.ts';
import { createPartCounter } from '../window/count-parts.ts';
import { createWindowPlanner } from '../window/plan-window.ts';
import { CHAT_DIALECT } from './chat-dialect.ts';
import { nameOwnTools } from './own-tools.ts';

const DATA = Buffer.from('%PDF-1.7 '.repeat(400)).toString('base64');
const PDF = { type: 'file', file: { filename: 'plan.pdf', file_data: `data:application/pdf;base64,${DATA}` } };
const AUDIO = { type: 'input_audio', input_audio: { data: DATA, format: 'mp3' } };
const asked = (...parts: object[]) => ({ role: 'user', content: [{ type: 'text', text: 'Read this.' }, ...parts] });

describe('a file within a chat completion', () => {
  it.each([
    ['a document', PDF, 'application/pdf', 'plan.pdf'],
    ['a document as bare base64', { type: 'file', file: { file_data: DATA } }, 'application/pdf'],
    ['audio', AUDIO, 'audio/mpeg'],
    ['audio as wav', { type: 'input_audio', input_audio: { data: DATA, format: 'wav' } }, 'audio/wav'],
  ])('is read as one: %s', (_name, part, mime, title?: string) => {
    expect(CHAT_DIALECT.readMessage(asked(part))).toEqual([
      { kind: 'user_message', text: 'Read this.', blocks: [], files: [{ mime, data: DATA, ...(title && { title }) }] },
    ]);
  });

  it.each([{ file_id: 'file_1' }, { file_data: 'https://harbour.test/plan.pdf' }])('that is elsewhere is said as it is: %o', (file) => {
    const held = { type: 'file', file };
    expect(CHAT_DIALECT.readMessage(asked(held))).toEqual([
      { kind: 'user_message', text: `Read this.\n${JSON.stringify(held)}`, blocks: [] },
    ]);
  });

  it('is logged as an attachment, and its base64 nowhere', () => {
    const events = eventsOf(readMessages(CHAT_DIALECT, [JSON.stringify(asked(PDF, AUDIO))], ''), []);
    expect(events).toMatchObject([{ text: 'Read this.', attachments: [{ mime: 'application/pdf' }, { mime: 'audio/mpeg' }] }]);
    expect(JSON.stringify(events)).not.toContain(DATA.slice(0, 40));
  });

  it.each([
    ['a document', { type: 'file', file: { file_data: `data:application/pdf;base64,${'QUJD'.repeat(25_000)}` } }, 100_000 / 28],
    ['audio', { type: 'input_audio', input_audio: { data: 'QUJD'.repeat(25_000), format: 'wav' } }, 100_000 / 160],
  ])('is counted by its size, and never torn: %s', async (_name, part, tokens) => {
    const count = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
    const timing = { clock: createSystemClock(), scheduler: createSystemScheduler() };
    const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
    const policy = callPolicy({ model: 'gpt-4o', windowTokens: 8_000 });
    const windowOf = async (raws: readonly string[]) =>
      plan({ owner: 'me', dialect: CHAT_DIALECT, messages: readMessages(CHAT_DIALECT, raws, ''), policy, headTexts: [] });
    const large = JSON.stringify(asked(part));
    const alone = await windowOf([large]);
    expect(alone.tokens).toBeGreaterThan(tokens);
    expect(alone.tokens).toBeLessThan(tokens + 2_500);
    const turns = Array.from({ length: 12 }, (_, turn) => [
      { role: 'assistant', content: `${turn} ${'is built, '.repeat(400)}` },
      { role: 'user', content: `Go on with ${turn}.` },
    ]).flat();
    const later = await windowOf([large, ...turns.map((turn) => JSON.stringify(turn))]);
    expect(later.isCompacted).toBe(true);
    for (const raw of later.messages) if (raw !== large) expect(raw).not.toContain('QUJDQUJD');
  });
});

it('a custom tool keeps its name: ours get others', () => {
  const tools = [
    { type: 'custom', custom: { name: 'recall', description: 'Calls a car back.' } },
    { type: 'function', function: { name: 'build' } },
  ];
  expect(nameOwnTools(CHAT_DIALECT, { tools })).toEqual({ recall: 'memory_recall', open: 'open' });
});

it('keeps marks for the prompt cache where a text is cut', () => {
  const message = {
    role: 'user',
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '1h' }, prompt_cache_breakpoint: { mode: 'explicit' } },
    ],
  };
  const cut = (given: object) => CHAT_DIALECT.writeMessage({ ...given }, CHAT_DIALECT.readMessage({ ...given }), [{ text: 'cut' }]);
  const marks = { cache_control: { type: 'ephemeral', ttl: '1h' }, prompt_cache_breakpoint: { mode: 'explicit' } };
  expect(cut(message)).toEqual({ role: 'user', content: [{ type: 'text', text: 'cut', ...marks }] });
  expect(cut({ role: 'user', content: [{ type: 'text', text: 'a' }] })).toEqual({ role: 'user', content: 'cut' });
});
