import { isRecord, recordsIn, type JsonRecord } from '../src/text/json-values.ts';

/** Messages of a long request that an outline has, from its beginning and from its end. */
const SHOWN = { first: 4, last: 40 } as const;
const IDS = ['id', 'call_id', 'tool_call_id', 'tool_use_id', 'name'] as const;

/** Outlines a request of a model in a line for each message: whose it is, of which parts, and of how many characters. */
export function outlineRequest(path: string, body: JsonRecord): string {
  const { messages, input, tools, previous_response_id: previous } = body;
  const listed = recordsIn(messages ?? input);
  const lines = listed.map((message, at) => `  ${at} ${outlineMessage(message)}`);
  const left = lines.length - SHOWN.first - SHOWN.last;
  const shown = left > 0 ? [...lines.slice(0, SHOWN.first), `  (${left} more)`, ...lines.slice(-SHOWN.last)] : lines;
  const names = recordsIn(tools).map(({ name, function: declared }) => String(isRecord(declared) ? declared.name : name));
  const named = typeof previous === 'string' ? `, behind ${previous}` : '';
  return [`POST ${path} of ${String(body.model)}${named}, tools: ${names.join(' ') || 'none'}`, ...shown].join('\n');
}

function outlineMessage(message: JsonRecord): string {
  const { type, role, content, tool_calls: calls } = message;
  const parts = [...recordsIn(content), ...recordsIn(calls)].map(
    (part) => `${String(part.type)}${idsOf(part)} ${JSON.stringify(part).length}`,
  );
  const said = typeof content === 'string' ? ` ${content.length}` : '';
  return `${String(role ?? type)}${idsOf(message)}${said}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

function idsOf(record: JsonRecord): string {
  return IDS.flatMap((field) => (typeof record[field] === 'string' ? [` ${record[field]}`] : [])).join('');
}
