import { describe, expect, it } from 'vitest';
import { openBody } from '../open/open.ts';
import { recallBody } from '../recall/recall.ts';
import { taskStateUpdateBody } from '../task-state/task-state.ts';
import { ARGUMENTS_ROOT, checkInput } from '../wire/check-input.ts';
import { readOpenBody, readRecallBody } from './read-pull-arguments.ts';
import { readTaskStateBody } from './read-task-state.ts';

const ULID = '01JQ5ZB4V9M8N7P6R5T4S3W2X1';
const stateOf = (body: unknown) => checkInput(taskStateUpdateBody, readTaskStateBody(body), 'body');
const recallOf = (args: unknown) => checkInput(recallBody, readRecallBody({ session: 's1', arguments: args }), 'body');
const openOf = (args: unknown) => checkInput(openBody, readOpenBody({ session: 's1', arguments: args }), 'body');
const valid = (value: object) => ({ kind: 'valid', value });

describe('arguments of update_task_state', () => {
  it.each<[string, unknown, object]>([
    ['flat, as the tool declares them', { expectedVersion: 2, goals: ['a'] }, { expectedVersion: 2, fields: { goals: ['a'] } }],
    [
      'nested, as the API declares them',
      { expectedVersion: 2, fields: { goals: ['a'] } },
      { expectedVersion: 2, fields: { goals: ['a'] } },
    ],
    [
      'under arguments, as JSON',
      { arguments: '{"expectedVersion":"3","goals":"ship it"}' },
      { expectedVersion: 3, fields: { goals: ['ship it'] } },
    ],
    ['as JSON in a string', '{"goals":["a"]}', { fields: { goals: ['a'] } }],
    [
      'with fields as JSON in a string',
      { expectedVersion: 0, fields: '{"risks":["r"]}' },
      { expectedVersion: 0, fields: { risks: ['r'] } },
    ],
    ['a list in a string', { goals: '["a","b"]' }, { fields: { goals: ['a', 'b'] } }],
    ['a list as lines', { nextActions: '- run the tests\n- fix b' }, { fields: { nextActions: ['run the tests', 'fix b'] } }],
    ['a text of several lines', { goals: 'first\nsecond' }, { fields: { goals: ['first\nsecond'] } }],
    ['objects for texts', { goals: [{ description: 'a' }, { goal: 'b', done: false }] }, { fields: { goals: ['a', 'b'] } }],
    ['numbers and gaps', { milestones: [1, null, '', 'b'] }, { fields: { milestones: ['1', 'b'] } }],
    [
      'texts for items',
      { constraints: 'no downtime', openLoops: ['x', { text: 'y', eventIds: 'e4' }] },
      { fields: { constraints: [{ text: 'no downtime' }], openLoops: [{ text: 'x' }, { text: 'y', eventIds: ['e4'] }] } },
    ],
    ['nothing said', { expectedVersion: null, goals: null, risks: ['r'] }, { fields: { risks: ['r'] } }],
    ['fields that there are none of', { goals: ['a'], mood: 'good', steps: [1] }, { fields: { goals: ['a'] } }],
    [
      'premises of any values',
      { premises: { port: 8420, on: true, host: 'a' } },
      { fields: { premises: { port: '8420', on: 'true', host: 'a' } } },
    ],
    ['premises as lines', { premises: ['port = 8420', 'host: a'] }, { fields: { premises: { port: '8420', host: 'a' } } }],
    ['a phase in other words', { phase: 'Debugging' }, { fields: { phase: 'debug' } }],
    ['truth as text', { requestHistorical: 'true', keyEvents: ULID }, { fields: { requestHistorical: true, keyEvents: [ULID] } }],
    ['in a block of code', '```json\n{"goals":["a"]}\n```', { fields: { goals: ['a'] } }],
  ])('%s', (_name, body, expected) => {
    expect(stateOf(body)).toEqual(valid(expected));
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'just words', 'body'],
    ['nothing that is known', { mood: 'good' }, 'body.fields'],
    ['a phase that is none', { phase: 'lunch' }, 'body.fields.phase'],
    ['an event that is none', { keyEvents: ['the first'] }, 'body.fields.keyEvents[0]'],
    ['a version that is none', { expectedVersion: 'latest', goals: ['a'] }, 'body.expectedVersion'],
    ['a field of the API that there is none of', { expectedVersion: 0, fields: { goal: 'a' } }, 'body.fields'],
    ['a list of lists', { goals: [['a']] }, 'body.fields.goals[0]'],
  ])('are refused by the name of what is wrong: %s', (_name, body, path) => {
    const checked = stateOf(body);
    expect(checked.kind === 'refused' && checked.errors.map((error) => error.path)).toContain(path);
  });

  it.each<[unknown, string]>([
    [{ goal: 'ship it' }, 'body.fields: has an unknown field: goal'],
    [{ arguments: '{"expectedVersion":1,"todo":["a"],"mood":"good"}' }, 'body.fields: has unknown fields: todo, mood'],
  ])('name the fields that there are none of where nothing else is said: %j', (body, detail) => {
    expect(stateOf(body)).toMatchObject({ kind: 'refused', code: 'invalid_request', detail });
  });
});

describe('a model is told of its arguments by their own names', () => {
  it.each<[string, object, string]>([
    ['recall', { queries: [] }, 'queries: must not be empty'],
    ['recall', { queries: ['a'], fromTime: 'lately' }, 'fromTime: must be a time in ISO 8601'],
    ['recall', { queries: ['a'], kinds: ['message'] }, 'kinds[0]: must be one of user_message, '],
    ['recall', { queries: ['a'], budgetTokens: 1 }, 'budgetTokens: must be at least 64'],
    ['open', {}, 'ref: is missing'],
    ['open', { ref: 'src/pump.ts' }, 'ref: must be e184, '],
    ['update_task_state', { expectedVersion: 1, phase: 'lunch' }, 'phase: must be one of plan, '],
    ['update_task_state', { expectedVersion: 1, mood: 'good' }, 'arguments: has an unknown field: mood'],
  ])('%s %j', (tool, args, detail) => {
    const body = { arguments: JSON.stringify(args) };
    const checked =
      tool === 'recall'
        ? checkInput(recallBody, readRecallBody({ session: 's1', ...body }), ARGUMENTS_ROOT)
        : tool === 'open'
          ? checkInput(openBody, readOpenBody({ session: 's1', ...body }), ARGUMENTS_ROOT)
          : checkInput(taskStateUpdateBody, readTaskStateBody(body), ARGUMENTS_ROOT);
    expect(checked).toMatchObject({ kind: 'refused', detail: expect.stringContaining(detail) });
    expect(checked.kind === 'refused' && checked.detail.startsWith(detail)).toBe(true);
  });
});

describe('arguments of recall', () => {
  it.each(['{"query":', '{', '{"query":"where is the po', '{"queries":["port"', '["port", "ho', '```json\n{"query":"port"'])(
    'that end within their JSON are refused, as the query is cut: %s',
    (args) => {
      const checked = checkInput(recallBody, readRecallBody({ session: 's1', arguments: args }), ARGUMENTS_ROOT);
      expect(checked).toMatchObject({
        kind: 'refused',
        detail: expect.stringMatching(/^arguments: end within their JSON, so the query is cut/),
      });
    },
  );

  it.each(['{"query": "say "yes" or "no""}', '{port} of the host', '[urgent] the port', '[the port'])(
    'that are no JSON, or not cut, are words to look for: %s',
    (args) => {
      expect(recallOf(args)).toEqual(valid({ session: 's1', queries: [args] }));
    },
  );

  it.each<[string, unknown, object]>([
    ['as declared', { queries: ['a', 'b'] }, { queries: ['a', 'b'] }],
    ['a text alone', 'the login bug', { queries: ['the login bug'] }],
    ['one query', '{"query":"a"}', { queries: ['a'] }],
    ['a list in a string', { queries: '["a","b"]' }, { queries: ['a', 'b'] }],
    [
      'where and when',
      { queries: ['a'], session: 's2', kinds: ['user', 'tool_result'], fromTime: '2026-05-03', toTime: '2026-05-03 14:00' },
      {
        queries: ['a'],
        scope: {
          sessions: ['s2'],
          kinds: ['user_message', 'tool_result'],
          fromTime: Date.UTC(2026, 4, 3),
          toTime: Date.UTC(2026, 4, 3, 14, 0, 59, 999),
        },
      },
    ],
    ...(
      [
        ['2026-05-03T14:30', Date.UTC(2026, 4, 3, 14, 30), Date.UTC(2026, 4, 3, 14, 30, 59, 999)],
        ['2026-05-03T14:30Z', Date.UTC(2026, 4, 3, 14, 30), Date.UTC(2026, 4, 3, 14, 30, 59, 999)],
        ['2026-05-03 14:30+02:00', Date.UTC(2026, 4, 3, 12, 30), Date.UTC(2026, 4, 3, 12, 30, 59, 999)],
        ['2026-05-03T14:30:05', Date.UTC(2026, 4, 3, 14, 30, 5), Date.UTC(2026, 4, 3, 14, 30, 5)],
        ['2026-05-03T14:30:05.250Z', Date.UTC(2026, 4, 3, 14, 30, 5, 250), Date.UTC(2026, 4, 3, 14, 30, 5, 250)],
      ] as const
    ).map(([written, fromTime, toTime]): [string, unknown, object] => [
      `${written} as a bound`,
      { queries: ['a'], fromTime: written, toTime: written },
      { queries: ['a'], scope: { fromTime, toTime } },
    ]),
    ['empty bounds', { queries: ['a'], session: '', kinds: [], fromTime: '' }, { queries: ['a'] }],
  ])('%s', (_name, args, expected) => {
    expect(recallOf(args)).toEqual(valid({ session: 's1', ...expected }));
  });

  it('ask for no more tokens than the host allows, here and of open', () => {
    const budgetOf = (host: number | undefined, args: object) =>
      [readRecallBody, readOpenBody].map((read) => read({ ...(host && { budgetTokens: host }), arguments: JSON.stringify(args) }));
    for (const body of budgetOf(undefined, { budgetTokens: '9000' })) expect(body).toMatchObject({ budgetTokens: 9_000 });
    for (const body of budgetOf(5_000, { budgetTokens: 9_000 })) expect(body).toMatchObject({ budgetTokens: 5_000 });
    for (const body of budgetOf(5_000, { budgetTokens: 900 })) expect(body).toMatchObject({ budgetTokens: 900 });
    expect(recallOf({ queries: ['a'], budgetTokens: 'many' })).toMatchObject({ kind: 'refused' });
  });

  it('may stand in place of the body, beside who asks', () => {
    const body = { session: 's1', queries: ['a'], sessions: 's2', kinds: 'decision', fromTime: '2026-05-03' };
    const scope = { sessions: ['s2'], kinds: ['decision'], fromTime: Date.UTC(2026, 4, 3) };
    expect(checkInput(recallBody, readRecallBody(body), 'body')).toEqual(valid({ session: 's1', queries: ['a'], scope }));
    const plain = { query: 'a', scope: { kinds: ['decision'] } };
    expect(readRecallBody(plain)).toBe(plain);
  });

  it('are refused where they ask nothing, or of a kind that is none', () => {
    expect(recallOf('{}')).toMatchObject({ kind: 'refused' });
    expect(recallOf({ queries: ['a'], kinds: ['shout'] })).toMatchObject({ kind: 'refused', code: 'unknown_kind' });
  });
});

describe('arguments of open', () => {
  it.each<[string, unknown, object]>([
    ['as declared', { ref: 'e184', fromLine: 3, toLine: 9 }, { ref: 'e184', fromLine: 3, toLine: 9 }],
    ['a text alone', '[e184:10-20]', { ref: 'e184:10-20' }],
    ['numbers as text', '{"ref":"e4","fromByte":"100"}', { ref: 'e4', fromByte: 100 }],
    ['lines as a range', { ref: '`run/e4`', lines: '120-180' }, { ref: 'run/e4', fromLine: 120, toLine: 180 }],
    ['turns as a marker names them', '[Events T20-T27]', { ref: 'T20-T27' }],
    ['turns in other words', { ref: 'turns t20 to 27', fromLine: '9' }, { ref: 'T20-T27', fromLine: 9 }],
    ['several events with blanks', { ref: 'e3, e8-e12' }, { ref: 'e3,e8-e12' }],
    ['several events of one session as a list', { ref: ['s2/e3', 's2/e8'] }, { ref: 's2/e3,e8' }],
    ['several events that each name their session', 's2/e3, s2/e8', { ref: 's2/e3,e8' }],
    ['a list of one', { ref: ['e3'] }, { ref: 'e3' }],
    ['turns of another session', { ref: 'run/T20..T27' }, { ref: 'run/T20-T27' }],
    ['one turn', { ref: 't4' }, { ref: 'T4' }],
    ['where an answer goes on', { ref: 'e40-T27', fromByte: 1_200 }, { ref: 'e40-T27', fromByte: 1_200 }],
    ['lines as a pair', { id: ULID, lines: [2, 5] }, { ref: ULID, fromLine: 2, toLine: 5 }],
  ])('%s', (_name, args, expected) => {
    expect(openOf(args)).toEqual(valid({ session: 's1', ...expected }));
  });

  it('are refused for events of several sessions', () => {
    expect(openOf({ ref: ['s2/e3', 'e8'] })).toMatchObject({ kind: 'refused' });
    expect(openOf('s2/e3, s3/e8')).toMatchObject({ kind: 'refused', detail: expect.stringContaining('e3,e8-e12') });
  });

  it('say of turns what they take', () => {
    expect(openOf({ ref: 'T27-T20' })).toMatchObject({
      kind: 'refused',
      detail: expect.stringContaining('must name the earlier turn first'),
    });
    expect(openOf({ ref: 'T20', toLine: 4 })).toMatchObject({ kind: 'refused', detail: expect.stringContaining('open one event (e184)') });
  });

  it.each([
    {},
    { ref: 'e0' },
    { ref: 'T0' },
    { ref: 'e4', fromLine: 5, toLine: 2 },
    { ref: 'e4', fromLine: 1, fromByte: 0 },
    'what was said',
  ])('are refused where they name nothing that can be opened: %j', (args) => {
    expect(openOf(args)).toMatchObject({ kind: 'refused', code: 'invalid_request' });
  });
});
