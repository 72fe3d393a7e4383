const MAX_DEPTH = 6;
const MAX_ITEMS = 64;
const MAX_CHARS = 2_048;
const HIDDEN = '[hidden]';

/** Names whose values are never logged: credentials, keys and content of agents. */
const HIDDEN_NAMES =
  /^(?:authorization|proxy-authorization|(?:set-)?cookie|x-api-key|api_?key|key|data_?key|space_?key|master_?key|private_?key|secret(?:_?hash)?|client_?secret|passw(?:or)?d|passphrase|credentials?|(?:access|refresh|id|bearer|session|auth)_?token|token|body|raw_?body|text|texts|content|contents|prompt|query|queries|arguments|plain|sealed|bytes)$/i;

/** Values that look like credentials, in any field. */
const HIDDEN_VALUES =
  /(?:bearer|basic)\s{1,4}[A-Za-z0-9._~+/=-]{8,4096}|(?<![A-Za-z0-9])(?:tr|sk|rk|gh[opusr]|xox[a-z]|glpat|npm|hf)[-_][A-Za-z0-9_.-]{16,512}|(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_.-]{8,8192}|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,20000}|(?<=:\/\/[^\s:@/]{0,128}:)[^\s@/]{1,256}(?=@)/gi;

/** Makes a bounded copy of a value to be logged, without secrets and without content of events. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Error) return scrubError(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (value instanceof Map || value instanceof Set) return `[${value.size} items]`;
  if (Array.isArray(value)) return scrubList(value, depth);
  return scrubObject(value, depth);
}

export function scrubText(text: string): string {
  const cut = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}... (${text.length} characters)` : text;
  return cut.replace(HIDDEN_VALUES, HIDDEN);
}

function scrubList(list: readonly unknown[], depth: number): unknown[] {
  const items = list.slice(0, MAX_ITEMS).map((item) => scrub(item, depth + 1));
  return list.length > MAX_ITEMS ? [...items, `[${list.length - MAX_ITEMS} more]`] : items;
}

function scrubObject(object: object, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const entries = Object.entries(object);
  for (const [name, value] of entries.slice(0, MAX_ITEMS)) {
    if (value !== undefined) result[name] = HIDDEN_NAMES.test(name) ? HIDDEN : scrub(value, depth + 1);
  }
  if (entries.length > MAX_ITEMS) result['more'] = entries.length - MAX_ITEMS;
  return result;
}

function scrubError(error: Error, depth: number): Record<string, unknown> {
  const { code, details, cause } = error as Error & { code?: unknown; details?: unknown };
  return {
    type: error.name,
    message: scrubText(error.message),
    ...(code === undefined ? {} : { code: scrub(code, depth + 1) }),
    ...(details === undefined ? {} : { details: scrub(details, depth + 1) }),
    ...(error.stack === undefined ? {} : { stack: scrubText(error.stack) }),
    ...(cause === undefined ? {} : { cause: scrub(cause, depth + 1) }),
  };
}
