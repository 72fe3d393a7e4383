import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { line } from '../../testing/agent-runs.ts';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import { callPolicy } from './call-policy.ts';
import { createPartCounter } from './count-parts.ts';
import { createWindowPlanner } from './plan-window.ts';

const count = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
const POLICY = callPolicy({ model: 'gpt-4o', windowTokens: 6_000 });

/** A run in which every other turn recalls: the answer has headings, a fence and words of other events. */
function recallingRun(turns: number, tool: string): string[] {
  const messages: object[] = [{ role: 'user', content: 'Mend the builds of all modules.' }];
  for (let turn = 1; turn <= turns; turn++) {
    const [name, content] =
      turn % 2 === 0
        ? ['read_file', line(turn)]
        : [
            tool,
            `<recalled id="R${turn}" until="f${turn}">\n# 2033-04-05\n## e7${turn} T9${turn} SluiceGate\nENOQUAY at SluiceGate${turn}\n</recalled f${turn}>`,
          ];
    const call = { id: `c${turn}`, type: 'function', function: { name, arguments: JSON.stringify({ path: `src/module-${turn}.ts` }) } };
    messages.push({ role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: `c${turn}`, content });
  }
  return messages.map((message) => JSON.stringify(message));
}

async function markersOf(tool: string): Promise<string> {
  const timing = { clock: createSystemClock(), scheduler: createSystemScheduler() };
  const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
  const messages = readMessages(CHAT_DIALECT, recallingRun(120, tool), 'seed');
  const names = { recall: 'memory_recall', open: 'memory_open' };
  const window = await plan({ owner: 'ours', dialect: CHAT_DIALECT, messages, policy: POLICY, headTexts: [], names });
  const markers = window.messages.filter((raw) => raw.includes(' evicted.'));
  expect(markers.length).toBeGreaterThan(0);
  return markers.join('\n');
}

it('markers of a request name nothing that answers of recall quote, and no recalls', async () => {
  const markers = await markersOf('memory_recall');
  expect(markers).not.toMatch(/SluiceGate|ENOQUAY|2033|\bT9\d|recalled|\d memory_recall/);
  expect(markers).toContain('module-');
});

it('and name what the same texts are as results of another tool', async () => {
  expect(await markersOf('find_berth')).toMatch(/SluiceGate|ENOQUAY/);
});
