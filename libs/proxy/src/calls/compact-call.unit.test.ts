import { createLogger, createMetrics } from '@total-recall/observability';
import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createRecordingMemory } from '../../testing/recording-memory.ts';
import { openCompaction } from '../conversation/compaction-item.ts';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import { createCallContext } from './call-context.ts';
import { compactCall } from './compact-call.ts';

it('holds the whole history in a compaction whose window cannot be planned', async () => {
  const metrics = createMetrics();
  const context = createCallContext({
    addsTools: true,
    tokens: { count: (_family, texts) => Promise.resolve(texts.map(({ length }) => length >> 2)) },
    open: () => createRecordingMemory(''),
    clock: createSystemClock(),
    scheduler: createSystemScheduler(),
    metrics,
    logger: createLogger({ level: 'silent' }),
  });
  const planWindow = () => Promise.reject(new Error('No window can be planned.'));
  const input = Array.from({ length: 30 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `Said ${at}.` }));
  const bytes = Buffer.from(JSON.stringify({ model: 'gpt-5', input }));
  const answer = await compactCall({ ...context, planWindow }, RESPONSES_DIALECT, bytes, { apiKey: 'tr_k', space: 'main' });
  const { output } = JSON.parse(answer!) as { output: unknown[] };
  const opened = openCompaction(output.map((item) => JSON.stringify(item)));
  expect(opened!.raws.slice(0, opened!.length).map((raw) => JSON.parse(raw) as unknown)).toEqual(input);
  expect(await metrics.render()).toContain('total_recall_proxy_fallbacks_total{part="plan"} 1');
});
