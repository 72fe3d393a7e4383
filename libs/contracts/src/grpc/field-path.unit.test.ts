import { expect, it } from 'vitest';
import { fieldPathOf } from './field-path.ts';
import { publicService } from './public-service.ts';

it.each([
  ['AssembleWindow', 'body.windowTokens', 'body.window_tokens'],
  ['GetEvent', 'path.eventId', 'event_id'],
  ['ListEvents', 'query.limit', 'limit'],
  ['ListEvents', 'path.space', 'space'],
  ['AppendEvents', 'header.idempotency-key', 'idempotency_key'],
  ['AppendEvents', 'body.events[3].kind', 'body.events[3].kind'],
  ['AppendEvents', 'body', 'body'],
  ['AppendEvents', 'arguments.queries', 'arguments.queries'],
  ['AppendEvents', 'limit', 'limit'],
])('names the field of %s for %s: %s', (rpc, path, field) => {
  expect(fieldPathOf(publicService().messages, `${rpc}Call`, path)).toBe(field);
});

it('walks into optional lists, and leaves names of any JSON as they are', () => {
  const messages = new Map([
    ['Call', { name: 'Call', fields: [{ name: 'body', key: 'body', required: true, shape: { kind: 'message', name: 'Body' } as const }] }],
    [
      'Body',
      {
        name: 'Body',
        fields: [
          {
            name: 'eventIds',
            key: 'event_ids',
            required: false,
            shape: { kind: 'list', of: { kind: 'string' }, wrapper: 'StringList' } as const,
          },
          { name: 'toolArgs', key: 'tool_args', required: false, shape: { kind: 'struct' } as const },
        ],
      },
    ],
  ]);
  expect(fieldPathOf(messages, 'Call', 'body.eventIds[2]')).toBe('body.event_ids.items[2]');
  expect(fieldPathOf(messages, 'Call', 'body.toolArgs.someName[0]')).toBe('body.tool_args.someName[0]');
});
