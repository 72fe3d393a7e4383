import { createLogger } from '@total-recall/observability';
import { createSystemClock, TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createFallbackLog } from './log-fallbacks.ts';

function logged(error: unknown): unknown {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  createFallbackLog(logger, createSystemClock())({ part: 'record', error }, 'It was not appended.');
  return (JSON.parse(lines[0]!) as { error: unknown }).error;
}

it('a refusal of the memory is logged in its words, and a failure with where it came up', () => {
  expect(logged(new TotalRecallError('forbidden', 'This needs a key with the scope write.'))).toBe(
    'forbidden: This needs a key with the scope write.',
  );
  for (const failure of [new TypeError('is no text'), new TotalRecallError('internal', 'It failed.')])
    expect(logged(failure)).toMatchObject({ message: failure.message, stack: expect.stringContaining('log-fallbacks') as string });
});
