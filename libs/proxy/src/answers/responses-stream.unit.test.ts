import { expect, it } from 'vitest';
import { createResponsesStream } from './responses-stream.ts';

const NAMES = { recall: 'recall', open: 'open' };

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
