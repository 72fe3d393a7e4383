import { expect, it } from 'vitest';
import { readAiSteps } from './read-ai-result.ts';

it('reads a result as the tool told it to the model', async () => {
  const result = (toolCallId: string, output: unknown) => ({ type: 'tool-result', toolCallId, toolName: 'look', output });
  const messages = [{ role: 'tool', content: [result('c1', { type: 'text', value: 'Two plums' })] }];
  const content = [result('c1', { rows: ['plum', 'plum'] }), result('c2', { rows: [] })];
  const [step] = await readAiSteps({ steps: [{ content, response: { messages } }] });
  expect(step!.parts).toEqual([
    { kind: 'result', id: 'c1', name: 'look', text: 'Two plums', isError: false },
    { kind: 'result', id: 'c2', name: 'look', text: '{"rows":[]}', isError: false },
  ]);
});
