/**
 * Formats a JSON log line as text for people: time, level, message, then the fields, with stack traces below. Leaves
 * out fields that only machines use.
 */
export function formatLine(line: string): string {
  const { time, level, message, service: _service, spanId: _spanId, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const stacks: string[] = [];
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${formatValue(value, stacks)}`);
  const head = `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${String(message ?? '')}`;
  return [[head, ...parts].join(' '), ...stacks].join('\n') + '\n';
}

function formatValue(value: unknown, stacks: string[]): string {
  if (typeof value === 'string') return /[\s"=]/.test(value) ? JSON.stringify(value) : value;
  if (typeof value !== 'object' || value === null) return String(value);
  const { stack, message } = value as { stack?: unknown; message?: unknown };
  if (typeof stack !== 'string') return JSON.stringify(value);
  stacks.push(stack);
  return JSON.stringify(message ?? '');
}
