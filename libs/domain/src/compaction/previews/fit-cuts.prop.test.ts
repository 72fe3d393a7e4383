import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRoughly, fitRoughly, makeEntry, makeState } from '../../../testing/index.ts';
import type { EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { FRAMING_TOKENS, renderCutForm } from '../../window/render-entry.ts';
import type { PlannedForms } from '../plan/size-levels.ts';

const formsOf = (roomTokens: number): PlannedForms => new Map([['E1', { to: 'preview', roomTokens }]]);

describe('fitting a preview', () => {
  it('I-04 never passes its room, says exactly what it takes, and fills it where the text is there', () => {
    const word = fc.constantFrom('cursor', 'ledger\n', 'x', '{"a":[1,2]}', 'überall', '\n\n');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 300, maxLength: 900 }),
        fc.integer({ min: 60, max: 300 }),
        fc.boolean(),
        (words, room, isCall) => {
          const text = words.join(' ');
          const body: EventBody = isCall
            ? { text: '', meta: {}, call: { id: 'c', name: 'write', arguments: JSON.stringify({ text }) } }
            : { text, meta: {} };
          const content = { body, fullText: body.text };
          const kind = isCall ? 'tool_call' : 'tool_result';
          const whole = countRoughly(isCall ? `write(${body.call!.arguments})` : text) + FRAMING_TOKENS;
          const state = makeState([makeEntry(1, kind, whole)]);
          const cut = fitRoughly(formsOf(room), state, new Map([['E1', content]])).get('E1')!;
          const shown = renderCutForm({ kind, ...content }, cut, 1);
          expect(cut.tokens).toBe(countRoughly(shown) + FRAMING_TOKENS);
          expect(cut.tokens).toBeLessThanOrEqual(room);
          if (whole > room && room > 120) expect(cut.tokens).toBeGreaterThan(room / 2);
          if (isCall) expect(() => JSON.parse(shown.slice('write('.length, -1))).not.toThrow();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('shows head and tail of a request, and between them only lines that another request names', () => {
    const filler = (from: number) =>
      Array.from({ length: 60 }, (_, at) => `Step ${from + at}: see \`config_${from + at}\` of the service.`);
    const task = ['Port the billing job.', ...filler(0), 'The ledger_export job runs at night.', ...filler(100), 'Report when done.'].join(
      '\n',
    );
    const shown = (latest: string) => {
      const entries = [makeEntry(1, 'user_message', countRoughly(task)), makeEntry(2, 'user_message', countRoughly(latest))];
      const state = { ...makeState(entries), firstRequest: 'E1', latestRequest: 'E2' };
      const contents = new Map([task, latest].map((text, at) => [`E${at + 1}`, { body: { text, meta: {} }, fullText: text }]));
      const input = { kind: 'user_message' as const, ...contents.get('E1')! };
      return renderCutForm(input, fitRoughly(formsOf(240), state, contents).get('E1')!, 1);
    };
    const gaps = (text: string) => text.split('\n').filter((line) => line.startsWith('[...')).length;
    expect(gaps(shown('yes, go on'))).toBe(1);
    expect(shown('yes, go on')).not.toContain('ledger_export');
    const asked = shown('when does ledger_export run?');
    expect(asked).toContain('The ledger_export job runs at night.');
    expect(gaps(asked)).toBe(2);
    expect(asked).toMatch(/^Port the billing job\.[^]*Report when done\.$/);
  });

  it.each([
    ['as it is', (text: string) => text, true],
    ['within an object', (text: string) => JSON.stringify({ output: text, exit_code: 1 }), true],
    ['by its flag alone', (text: string) => text.replace('Exit code 1\n', ''), true],
    ['not where nothing failed', (text: string) => text.replace('Exit code 1', 'Exit code 0'), false],
  ])('shows what a failed result tells of its failure, and its first error: %s', (_name, written, areShown) => {
    const filler = (from: number) => Array.from({ length: 40 }, (_, at) => `checked berth ${from + at} of the old harbour`);
    const errors = ['quay/winch.ts(16,4): error TS2554: expected 4 arguments', 'quay/crane.ts(9,1): error TS2304: no name'];
    const lines = [
      'Exit code 1',
      ...filler(0),
      errors[0],
      ...filler(100),
      errors[1],
      ...filler(200),
      'hooks - pre-commit script failed (code 2)',
    ];
    const text = written(lines.join('\n'));
    const state = makeState([makeEntry(1, 'tool_result', countRoughly(text))]);
    const isError = !text.includes('Exit code') && !text.startsWith('{');
    const content = { body: { text, meta: {}, ...(isError && { isError }) }, fullText: text };
    const shown = renderCutForm(
      { kind: 'tool_result', ...content },
      fitRoughly(formsOf(160), state, new Map([['E1', content]])).get('E1')!,
      1,
    );
    expect(errors.map((error) => shown.includes(error))).toEqual([areShown, areShown]);
    expect(shown).toContain('checked berth 0 ');
    expect(shown).toContain('script failed');
  });

  it.each<[EventKind, boolean]>([
    ['user_message', true],
    ['system_note', true],
    ['tool_result', false],
    ['agent_message', false],
  ])('shows the rules of a text in the middle of it first where a person or a note sets them: %s', (kind, areShown) => {
    const filler = Array.from({ length: 80 }, (_, at) => `Berth ${at} lies behind the quay of the old harbour.`);
    const rules = ['Never touch the configuration of the cranes.', 'Bitte antworte immer auf Deutsch.'];
    const text = [...filler.slice(0, 40), ...rules, ...filler.slice(40)].join('\n');
    const asked = 'where is berth 57?';
    const entries = [makeEntry(1, kind, countRoughly(text)), makeEntry(2, 'user_message', countRoughly(asked))];
    const state = { ...makeState(entries), latestRequest: 'E2' };
    const contents = new Map([text, asked].map((said, at) => [`E${at + 1}`, { body: { text: said, meta: {} }, fullText: said }]));
    const cut = fitRoughly(formsOf(160), state, contents).get('E1')!;
    const shown = renderCutForm({ kind, ...contents.get('E1')! }, cut, 1);
    expect(rules.map((rule) => shown.includes(rule))).toEqual([areShown, areShown]);
    expect(shown).toContain('Berth 0 ');
    expect(shown).toContain('Berth 79 ');
  });
});
