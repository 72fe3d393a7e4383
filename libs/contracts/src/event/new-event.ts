import {
  EVENT_KINDS,
  isCallerKind,
  UTILITY_HINTS,
  type Attachment,
  type EventMetadata,
  type NewEvent,
  type RecallReceipt,
  type ThinkingSeal,
  type ToolCall,
} from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { eventId, mime, name } from '../wire/identifier.ts';
import { jsonObject, label, text } from '../wire/text.ts';
import { timeIn } from '../wire/time.ts';

/** Kinds that an append may hold. A task state names the version it expects, so it has a call of its own. */
const CALLER_KINDS = EVENT_KINDS.filter(isCallerKind);

/** A kind that a caller may write. */
export const callerKind = z.enum(CALLER_KINDS, { error: () => `must be one of ${CALLER_KINDS.join(', ')}` });
/** A kind that a caller may look for. */
export const eventKind = z.enum(EVENT_KINDS, { error: () => `must be one of ${EVENT_KINDS.join(', ')}` });

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const base64 = z
  .string()
  .max(Math.ceil(LIMITS.attachmentBytes / 3) * 4)
  .meta({ contentEncoding: 'base64' })
  .transform((value, context): Uint8Array => {
    if (BASE64.test(value) && value.length % 4 === 0) return Buffer.from(value, 'base64');
    context.addIssue({ code: 'custom', message: 'must be base64 (the standard alphabet, padded)' });
    return z.NEVER;
  });

export const attachment = z.strictObject({
  mime,
  data: base64,
  title: label.optional(),
  text: text(LIMITS.eventTextBytes).optional().describe('A caption or the extracted text; kept whole, searched and shown.'),
}) satisfies z.ZodType<Attachment>;

export const toolCall = z.strictObject({
  id: label.describe('Equal on the call and on its result.'),
  name: label,
  arguments: text(LIMITS.toolArgumentsBytes).optional().describe('JSON text exactly as the model wrote it; absent on a result.'),
}) satisfies z.ZodType<ToolCall>;

export const eventMetadata = z.strictObject({
  taskId: label.optional(),
  agent: label.optional(),
  parentAgent: label.optional(),
  tags: z.array(label).max(LIMITS.tagsPerEvent).optional(),
  hints: z.array(z.enum(UTILITY_HINTS)).max(UTILITY_HINTS.length).optional(),
  sensitivity: z.array(label).max(LIMITS.tagsPerEvent).optional(),
  supersedes: z.array(eventId).max(LIMITS.supersedesPerEvent).optional().describe('Events that this one makes obsolete.'),
  provenance: z.array(eventId).max(LIMITS.provenancePerEvent).optional().describe('Events this one was derived from.'),
  observedAt: timeIn.optional(),
  referencedAt: timeIn.optional(),
  pinned: z.boolean().optional(),
  subject: label
    .optional()
    .describe(
      'The person that it is about or comes from, as you name them. An erasure of this data subject takes all its events. Stored encrypted.',
    ),
  parent: z
    .strictObject({ session: name, source: name.optional(), sequence: z.int().min(0).optional() })
    .optional()
    .describe('On the first event of a session: the session that it was forked from or started by, and the last sequence that they share.'),
  extra: jsonObject(LIMITS.extraBytes).optional(),
}) satisfies z.ZodType<EventMetadata>;

export const recallReceipt = z.strictObject({
  retrievalId: label,
  evidence: z
    .array(
      z.strictObject({
        eventId,
        session: name
          .optional()
          .describe('Its session, by which it is known to be erased where that went as a whole. Not needed where the text is as recalled.'),
        fromByte: z.int().min(0).optional(),
        toByte: z.int().min(0).optional(),
      }),
    )
    .max(LIMITS.provenancePerEvent),
  renderingHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
  within: z
    .array(z.strictObject({ from: z.int().min(0), to: z.int().min(0) }))
    .max(LIMITS.provenancePerEvent)
    .optional()
    .describe('Its ranges in the text, in UTF-16 units; absent where the event holds nothing else.'),
}) satisfies z.ZodType<RecallReceipt>;

const thinkingSeal = z.strictObject({
  signature: text(LIMITS.thinkingSealBytes).min(1).optional(),
  redacted: text(LIMITS.thinkingSealBytes).min(1).optional().describe('The data of a redacted thinking block.'),
  vendor: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be the name of a vendor such as google')
    .optional()
    .describe('Vendor that made the seal, and the only one it is sent to; Anthropic where absent. Needs no seal for deepseek.'),
  callId: label.optional().describe('Call that is sealed, where it is no text.'),
}) satisfies z.ZodType<ThinkingSeal>;

const pin = z.strictObject({ eventIds: z.array(eventId).min(1).max(LIMITS.pinnedPerSpace), pinned: z.boolean() });

/** Checks fields that depend on each other: a call names its tool, a result its call. */
function checkParts(event: NewEvent, context: z.RefinementCtx): void {
  const needsCall = event.kind === 'tool_call' || event.kind === 'tool_result';
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (needsCall && !event.call) say('call', `a ${event.kind} needs the id and the name of its call`);
  if (!needsCall && event.call) say('call', 'only tool_call and tool_result have a call');
  if (event.kind === 'tool_result' && event.call?.arguments !== undefined) say('call', 'a result has no arguments');
  if (event.pin && event.kind !== 'system_note') say('pin', 'only a system_note pins');
  if (event.isError !== undefined && event.kind !== 'tool_result') say('isError', 'only a tool_result can be an error');
  if (event.thinking && event.kind !== 'thinking') say('thinking', 'only thinking has a signature');
  const holds =
    event.text !== undefined || event.thinking?.redacted !== undefined || (event.attachments?.length ?? 0) > 0 || event.call || event.pin;
  if (!holds) say('text', 'the event holds nothing: give it a text or an attachment');
}

export const newEvent = z
  .strictObject({
    kind: callerKind,
    text: text(LIMITS.eventTextBytes).optional(),
    attachments: z.array(attachment).max(LIMITS.attachmentsPerEvent).optional(),
    call: toolCall.optional(),
    isError: z.boolean().optional(),
    messageId: label.optional().describe('Shared by the thinking, text and calls of one model response.'),
    thinking: thinkingSeal
      .optional()
      .describe('The seal that the vendor gave with the thinking of its model; it is sent back where the vendor requires it.'),
    occurredAt: timeIn.optional(),
    sequence: z.int().min(1).optional().describe('1, 2, 3 ... within the source of the request.'),
    meta: eventMetadata.optional(),
    recall: recallReceipt.optional().describe('Marks a result of recall, so that it is never indexed again.'),
    pin: pin
      .optional()
      .describe('Events of this session that are now in its window stay whole in it; recall prefers any pinned event of the space.'),
  })
  .superRefine(checkParts) satisfies z.ZodType<NewEvent>;
