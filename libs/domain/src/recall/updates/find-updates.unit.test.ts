import { describe, expect, it } from 'vitest';
import { findUpdates } from './find-updates.ts';
import type { UpdatableEvent } from './updatable-event.ts';

const event = (ordinal: number, text: string, more: Partial<UpdatableEvent> = {}): UpdatableEvent => ({
  eventId: `e${ordinal}`,
  session: 's',
  ordinal,
  occurredAt: ordinal * 60_000,
  source: { kind: 'message', key: 'user' },
  isSuperseded: false,
  passages: [{ text }],
  ...more,
});
const result = (ordinal: number, text: string, key = 'read a.yaml', more: Partial<UpdatableEvent> = {}): UpdatableEvent =>
  event(ordinal, text, { source: { kind: 'result', key }, ...more });
const found = (events: readonly UpdatableEvent[], ...words: string[]): string[] =>
  findUpdates(events, (text) => (words.length === 0 ? ['address', 'port'] : words).some((word) => text.toLowerCase().includes(word))).map(
    ({ older, newer }) => `${events[older.event]!.eventId} ${events[newer.event]!.eventId}`,
  );

describe('updates among messages', () => {
  const older = event(3, 'My address is 12 Elm Street.');
  const newer = event(9, 'I moved, my address is 9 Oak Lane now.');

  it('are found whatever the order of the ranking', () => {
    expect(found([older, newer])).toEqual(['e3 e9']);
    expect(found([newer, older])).toEqual(['e3 e9']);
  });

  it('are found where the later one tells a change', () => {
    const [before, after] = [event(1, 'The port is 4100.'), event(2, 'The port was changed from 4100 to 5200.')];
    expect(found([before, after])).toEqual(['e1 e2']);
  });

  it('are those that the query asks for', () => {
    expect(found([older, newer], 'address')).toEqual(['e3 e9']);
    expect(found([older, newer], 'phone')).toEqual([]);
    expect(found([older, newer], 'address', 'elm')).toEqual([]);
  });

  it('are of one speaker, and not of what the ledger knows more of', () => {
    expect(found([older, { ...newer, source: { kind: 'message', key: 'assistant' } }])).toEqual([]);
    expect(found([{ ...older, isSuperseded: true }, newer])).toEqual([]);
  });

  it('between sessions say that something changed', () => {
    const plain = event(1, 'My address is 9 Oak Lane.', { session: 't', occurredAt: 9e9 });
    expect(found([older, plain])).toEqual([]);
    expect(found([older, { ...newer, session: 't', ordinal: 1, occurredAt: 9e9 }])).toEqual(['e3 e9']);
    expect(found([older, { ...newer, session: 't', ordinal: 1, occurredAt: older.occurredAt }])).toEqual([]);
  });

  it('are none among what stands under a label of many messages', () => {
    const steps = ['search', 'click', 'finish'].map((step, at) => event(at + 1, `We go on.\nAction: ${step}`));
    expect(found(steps, 'action')).toEqual([]);
    expect(found(steps.slice(0, 2), 'action')).toEqual(['e1 e2']);
    const ports = [4100, 4200, 4300].map((port, at) => event(at + 1, `Port: ${port}`));
    expect(found(ports, 'port')).toEqual(['e1 e2', 'e1 e3', 'e2 e3']);
  });

  it('are none among requests that a number tells apart', () => {
    const fixes = [1, 2, 3, 4].map((issue, at) => event(at + 1, `Fix issue number ${issue}.`));
    expect(found(fixes, 'issue')).toEqual([]);
    const chapters = [1, 2, 3].map((chapter, at) => event(at + 1, `Translate chapter ${chapter} now.`));
    expect(found(chapters, 'chapter')).toEqual([]);
    const limits = [4, 5, 6].map((limit, at) => event(at + 1, `The retry limit is ${limit}.`));
    expect(found(limits, 'limit')).toEqual(['e1 e2', 'e1 e3', 'e2 e3']);
  });

  it('are found beside a long series of requests', () => {
    const fixes = Array.from({ length: 30 }, (_, at) => event(at + 1, `Fix issue number ${at + 1}.`));
    const ports = [event(40, 'The port is 8080.'), event(41, 'The port is 9090.')];
    expect(found([...fixes, ...ports], 'issue', 'port')).toEqual(['e40 e41']);
  });

  it('are none of a thing of which the query names a value before the last', () => {
    const ports = [4100, 4200, 4300].map((port, at) => event(at + 1, `The port is ${port}.`));
    expect(found(ports, 'port', '4200')).toEqual([]);
    expect(found(ports, 'port', '4300')).toEqual(['e1 e2', 'e1 e3', 'e2 e3']);
  });

  it('are none among rows of a list', () => {
    expect(found([event(1, 'The port is 4100.\nThe port is 4200.'), event(2, 'The port is 4300.')])).toEqual([]);
  });
});

describe('updates among results', () => {
  const config = (port: number, pool: number): string => `[server]\nport: ${port}\n\n[database]\npool_size: ${pool}\n`;

  it('are those of the same call', () => {
    expect(found([result(1, config(8080, 10)), result(5, config(8443, 10))], 'port')).toEqual(['e1 e5']);
    expect(found([result(1, config(8080, 10)), result(5, config(8443, 10))], 'pool')).toEqual([]);
    expect(found([result(1, config(8080, 10)), result(5, config(8443, 10), 'read b.yaml')], 'port')).toEqual([]);
  });

  it('come from lines that differ by their numbers alone', () => {
    expect(found([result(1, '41 passed, 3 failed (12.4 s)'), result(5, '44 passed, 0 failed (11.9 s)')], 'passed')).toEqual(['e1 e5']);
  });

  it('are none among lines of a log or rows of a list', () => {
    const log = (minute: number): string =>
      Array.from({ length: 4 }, (_, at) => `10:0${minute}:0${at} INFO request took ${at * 7 + minute} ms`).join('\n');
    expect(found([result(1, log(1)), result(2, log(2))], 'request')).toEqual([]);
    const rows = (from: number): string => Array.from({ length: 3 }, (_, at) => `chunk ${from + at}: ${at * 100} bytes`).join('\n');
    expect(found([result(1, rows(1)), result(2, rows(2))], 'chunk')).toEqual([]);
    const once = '10:00:04 ERROR pool exhausted after 3000 ms';
    expect(found([result(1, once), result(2, once.replace('3000', '3001'))], 'pool')).toEqual([]);
  });

  it('are none where the line stands in the event twice, shown or not', () => {
    const whole = `${config(8080, 1)}[metrics]\nport: 9000\n`;
    const shown = { text: '[server]\nport: 8080\n' };
    expect(found([result(1, '', 'k', { passages: [shown], text: whole }), result(5, config(8443, 1), 'k')], 'port')).toEqual([]);
  });
});
