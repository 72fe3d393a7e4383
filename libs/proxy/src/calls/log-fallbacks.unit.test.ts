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

it('a refusal and a connection that fails are logged in their words, and a failure with where it came up', () => {
  expect(logged(new TotalRecallError('forbidden', 'This needs a key with the scope write.'))).toBe(
    'forbidden: This needs a key with the scope write.',
  );
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { syscall: 'connect', code: 'ECONNREFUSED' });
  expect(logged(refused)).toBe('connect ECONNREFUSED 127.0.0.1:9');
  const away = new Error('No answer.', { cause: new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) }) });
  expect(logged(away)).toBe('No answer. (connect ECONNREFUSED 127.0.0.1:9)');
  for (const failure of [new TypeError('is no text'), new TotalRecallError('internal', 'It failed.')])
    expect(logged(failure)).toMatchObject({ message: failure.message, stack: expect.stringContaining('log-fallbacks') as string });
});
