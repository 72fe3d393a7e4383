import { createLogger, createMetrics } from '@total-recall/observability';
import { expect, it } from 'vitest';
import { createLogDamage } from './log-damage.ts';

it('names every damaged record by ranges, and logs the first ones singly and the rest by round numbers', () => {
  const lines: string[] = [];
  const damage = createLogDamage({
    logger: createLogger({ destination: { write: (line) => void lines.push(line) } }),
    metrics: createMetrics(),
  });
  expect(damage.health()).toEqual({ ready: true });
  for (const offset of [7, ...Array.from({ length: 1_200 }, (_, at) => 40 + at), 7]) damage.note({ partition: 0, offset, reason: 'test' });
  expect(damage.health()).toEqual({
    ready: true,
    isDegraded: true,
    detail: 'degraded: log.db is damaged; 1201 records of partition 0 cannot be read, at offsets 7, 40-1239; put log.db back from a backup',
  });
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toContain('"records":1000');
});
