import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import type { EventBody } from '../../event/event-body.ts';
import { actionTopics, countTopics, failureTopics } from './action-topics.ts';
import { sketchEvent } from '../sketches/event-sketch.ts';

function calls(...made: readonly (readonly [string, object])[]) {
  const entries = made.map((_, at) => makeEntry(at + 1, 'tool_call', 10));
  const bodyOf = (name: string, args: object): EventBody => ({
    text: '',
    meta: {},
    call: { id: '1', name, arguments: JSON.stringify(args) },
  });
  return actionTopics(entries.map((entry, at) => ({ entry, sketch: sketchEvent('tool_call', bodyOf(...made[at]!)) })));
}
const many = (count: number, name: string, args: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => [name, args(at)] as const);

describe('counts of what was done', () => {
  it('names kinds of work by the verb of a tool, whatever its name is made of', () => {
    expect(calls(...many(3, 'edit_file', () => ({})), ...many(2, 'MultiEdit', () => ({})))).toEqual(['5 edits']);
    expect(calls(...many(2, 'Grep', () => ({})), ...many(3, 'searchCode', () => ({})))).toEqual(['5 searches']);
  });

  it('counts a file that is read again once', () => {
    expect(calls(...many(6, 'read_file', (at) => ({ path: `quay${at % 3}.ts` })))).toEqual(['3 files read']);
  });

  it('says with what programs commands began', () => {
    const lines = ['cd /srv/quay && pytest -q', 'TIDE=1 pytest tide', 'git diff', 'sudo git log', 'ls'];
    expect(calls(...lines.map((command) => ['run_command', { command }] as const))).toEqual(['5 commands (git pytest)']);
  });

  it('names the program that a shell runs which is called word by word', () => {
    const argvs = [
      ['bash', '-lc', 'cd /srv && pytest keel'],
      ['/bin/sh', '-c', 'pytest'],
      ['git', 'status'],
    ];
    expect(calls(...argvs.map((command) => ['shell', { command }] as const))).toEqual(['3 commands (pytest git)']);
  });

  it('keeps the name of any other tool, takes the two most frequent, and no single one', () => {
    expect(calls(...many(4, 'get_berth', () => ({})), ...many(2, 'book_berth', () => ({})), ['pay', {}])).toEqual([
      '4 get_berth',
      '2 book_berth',
    ]);
    expect(calls(['search_vessels_by_flag', {}])).toEqual([]);
  });
});

describe('what failed', () => {
  const failures = (...results: readonly (readonly [string, boolean?])[]) => {
    const entries = results.map(([, isError], at) => makeEntry(at + 1, 'tool_result', 10, isError === true ? { isError } : {}));
    return failureTopics(entries.map((entry, at) => ({ entry, sketch: sketchEvent('tool_result', { text: results[at]![0], meta: {} }) })));
  };

  it.each([
    [[['done']], []],
    [
      [
        ['quay.ts(3,1): error TS2322: no', true],
        ['TS2322 again', true],
        ['TS2304', true],
      ],
      ['3 errors (TS2322)'],
    ],
    [[['Traceback (most recent call last)\nKeyError: 7']], ['1 error (KeyError)']],
    [[['all well\nexit code: 2']], ['1 error']],
    [[['Status: running\nError: None'], ['Error: 0 errors found'], ['Error: no berth']], ['1 error']],
    [[['{"error":"sold_out"}'], ['{"error":null}'], ['{"held":true}']], ['1 error']],
    [[['<returncode>1</returncode>\n<output>\n</output>'], ['(no output)\n\nCommand exited with code 1']], []],
    [[['<returncode>1</returncode>\n<output>\n1 berth failed\n</output>']], ['1 error']],
    [[['we handle every error here, exit code: 0']], []],
  ] as const)('of %j says %j', (results, topics) => {
    expect(failures(...(results as unknown as [string, boolean?][]))).toEqual(topics);
  });

  it('counts results only', () => {
    expect(
      failureTopics([{ entry: makeEntry(1, 'agent_message', 10), sketch: sketchEvent('agent_message', { text: 'Error: no', meta: {} }) }]),
    ).toEqual([]);
  });
});

describe('the place of a count', () => {
  const span = (...results: readonly string[]) => [
    ...['edit', 'edit', 'edit', 'grep', 'grep'].map((name, at) => ({
      entry: makeEntry(at + 1, 'tool_call', 10),
      sketch: sketchEvent('tool_call', { text: '', meta: {}, call: { id: '1', name, arguments: '{}' } }),
    })),
    ...results.map((text, at) => ({
      entry: makeEntry(at + 6, 'tool_result', 10, { isError: true }),
      sketch: sketchEvent('tool_result', { text, meta: {} }),
    })),
  ];

  it('is in front for the commonest action and for failures that say something', () => {
    expect(countTopics(span('TS2322'), () => false)).toEqual({ first: ['3 edits', '1 error (TS2322)'], last: ['2 searches'] });
    expect(countTopics(span('no'), () => false)).toEqual({ first: ['3 edits'], last: ['2 searches', '1 error'] });
  });

  it('is behind the terms for what other markers count as well', () => {
    expect(countTopics(span('no', 'no'), (count) => count.endsWith('edits'))).toEqual({
      first: ['2 errors'],
      last: ['3 edits', '2 searches'],
    });
  });
});
