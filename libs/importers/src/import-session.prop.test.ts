import { newEvent } from '@total-recall/contracts';
import { NAME_PATTERN, type NewEvent } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPORT_FORMATS } from './import-format.ts';
import { importSession } from './import-session.ts';

const name = fc.oneof(fc.string(), fc.constantFrom('a.jsonl', 'b.json', 'c.traj.json', 'x/agent-1.jsonl'));
const format = fc.option(fc.constantFrom(...IMPORT_FORMATS), { nil: undefined });

/** Records that look like the formats' own, with anything in every field. */
const field = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('user', 'assistant', 'tool', 'system', 'toolResult', 'text', 'tool_use', 'tool_result', 'c1', 'c2', 'u1'),
);
const block = fc.record(
  { type: field, text: field, id: field, tool_use_id: field, name: field, input: field, content: field, source: field, image_url: field },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    role: field,
    content: fc.oneof(field, fc.array(block, { maxLength: 4 })),
    tool_calls: fc.oneof(field, fc.array(block, { maxLength: 3 })),
    tool_call_id: field,
    name: field,
    toolCallId: field,
  },
  { requiredKeys: [] },
);
const record = fc.record(
  {
    type: fc.oneof(field, fc.constant('message')),
    message: fc.oneof(message, field),
    uuid: field,
    isSidechain: fc.boolean(),
    agentId: field,
    parentUuid: field,
    sessionId: field,
    timestamp: field,
    kind: field,
    role: field,
    content: field,
  },
  { requiredKeys: [] },
);
const document = fc.oneof(
  fc.array(message),
  fc.record({ messages: fc.array(message), trajectory_format: fc.constant('mini-swe-agent-1') }),
  fc.record({ history: fc.array(message), system_prompt: field }),
  fc.array(fc.record({ traj: fc.array(message) })),
);
const file = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.array(record, { maxLength: 8 }).map((records) => new TextEncoder().encode(records.map((item) => JSON.stringify(item)).join('\n'))),
  document.map((value) => new TextEncoder().encode(JSON.stringify(value))),
);

/** Returns the issues that an append over the wire would report for an event. */
function problems(event: NewEvent): unknown {
  const attachments = event.attachments?.map((item) => ({ ...item, data: Buffer.from(item.data).toString('base64') }));
  return newEvent.safeParse({ ...event, ...(attachments && { attachments }) }).error?.issues ?? [];
}

describe('importSession', () => {
  it('survives any bytes, repeats itself, and gives events that fit an append', () => {
    fc.assert(
      fc.property(name, file, format, (fileName, bytes, wanted) => {
        const result = importSession({ name: fileName, bytes, ...(wanted && { format: wanted }) });
        expect(importSession({ name: fileName, bytes, ...(wanted && { format: wanted }) })).toEqual(result);
        for (const session of result.sessions) {
          expect(session.session).toMatch(NAME_PATTERN);
          expect(session.source).toMatch(NAME_PATTERN);
          const sequences = session.events.map((event) => event.sequence!);
          expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
          for (const event of session.events) {
            expect(problems(event)).toEqual([]);
            expect(event.text === undefined || event.text.isWellFormed()).toBe(true);
            expect((event.call?.id ?? '').length).toBeLessThanOrEqual(128);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('keeps every result with the call it answers, whatever ids a file uses', () => {
    const step = fc.record({ call: fc.boolean(), id: fc.constantFrom('a', 'b', 'c', 'a#2') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const messages = steps.map(({ call, id }, index) =>
          call
            ? { role: 'assistant', content: null, tool_calls: [{ id, function: { name: 'f', arguments: JSON.stringify({ index }) } }] }
            : { role: 'tool', tool_call_id: id, content: `result ${index}` },
        );
        const events =
          importSession({ name: 'x.json', bytes: new TextEncoder().encode(JSON.stringify(messages)), format: 'openai-chat' }).sessions[0]
            ?.events ?? [];
        expect(events).toHaveLength(steps.length);
        const calls = events.filter((event) => event.kind === 'tool_call').map((event) => event.call!.id);
        const results = events.filter((event) => event.kind === 'tool_result').map((event) => event.call!.id);
        expect(new Set(calls).size).toBe(calls.length);
        expect(new Set(results).size).toBe(results.length);
        // The first result after a call that names its id belongs to that call.
        steps.forEach(({ call, id }, index) => {
          if (!call) return;
          const answer = steps.findIndex((other, later) => later > index && other.id === id);
          if (answer !== -1 && !steps[answer]!.call) expect(events[answer]!.call!.id).toBe(events[index]!.call!.id);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('loses no line of a damaged log but the damaged ones', () => {
    const good = fc
      .string({ minLength: 1 })
      .filter((text) => text.isWellFormed())
      .map((text) => ({ line: JSON.stringify({ role: 'user', content: text }), text }));
    const bad = fc
      .constantFrom('{"role":"user","content":"cu', '// note', 'words', '[]', '{"role":')
      .map((line) => ({ line, text: undefined }));
    fc.assert(
      fc.property(fc.array(fc.oneof(good, bad), { minLength: 1, maxLength: 20 }), (rows) => {
        const result = importSession({
          name: 'x.jsonl',
          bytes: new TextEncoder().encode(rows.map((row) => row.line).join('\r\n')),
          format: 'jsonl',
        });
        const texts = rows.flatMap((row) => (row.text === undefined ? [] : [row.text]));
        expect(result.sessions.flatMap((session) => session.events.map((event) => event.text))).toEqual(texts);
        expect(result.skippedLines).toBe(rows.length - texts.length);
      }),
    );
  });
});
