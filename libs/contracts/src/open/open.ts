import { LEFT_OUT_REASONS, parseSeveralRef } from '@total-recall/domain';
import { z } from 'zod';
import { eventKind } from '../event/new-event.ts';
import { LIMITS } from '../limits.ts';
import { artifactId, name, openRef } from '../wire/identifier.ts';
import { time } from '../wire/time.ts';
import { modelCall } from '../tools/model-call.ts';

const line = z.int().min(1).max(1e9);
const byte = z.int().min(0).max(1e12);

export const openBody = z
  .strictObject({
    ref: openRef
      .optional()
      .describe(
        'e184 (of the asking session), SESSION/e184, an event id, or an artifact id; an event may go on with :from-to in bytes. ' +
          'Turns as markers name them: T20, T20-T27 or SESSION/T20-T27; e40-T27 goes on at an event. Several events of one session: e3,e8-e12 or SESSION/e3,e8-e12. ' +
          'Of several events fromLine or fromByte is a place in the first one.',
      ),
    session: name.optional().describe('The asking session.'),
    fromLine: line.optional().describe('The first line, counted from 1.'),
    toLine: line.optional().describe('The last line.'),
    fromByte: byte.optional(),
    toByte: byte.optional().describe('The first byte that is excluded.'),
    budgetTokens: z
      .int()
      .min(1)
      .max(LIMITS.windowTokensMax)
      .optional()
      .describe('Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.'),
    ...modelCall,
  })
  .superRefine((body, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (body.ref === undefined) say('ref', 'is missing: name what to open');
    const byLines = body.fromLine !== undefined || body.toLine !== undefined;
    if (byLines && (body.fromByte !== undefined || body.toByte !== undefined)) say('fromByte', 'give either lines or bytes');
    const isSeveral = body.ref !== undefined && parseSeveralRef(body.ref) !== undefined;
    if (isSeveral && (body.toLine ?? body.toByte) !== undefined)
      say(
        body.toLine === undefined ? 'toByte' : 'toLine',
        'is for one event or artifact, not for several: leave it out, or open one event (e184)',
      );
    if (body.toLine !== undefined && body.toLine < (body.fromLine ?? 1)) say('toLine', 'is below fromLine');
    if (body.toByte !== undefined && body.toByte <= (body.fromByte ?? 0)) say('toByte', 'must be above fromByte');
  });

const turnEvent = z.object({
  eventId: z.string(),
  ordinal: z.number().describe('Its place in the session, as in the name `e184`.'),
  turn: z.number(),
  kind: eventKind,
  occurredAt: time,
  fromByte: z.number(),
  toByte: z.number(),
  totalBytes: z.number().describe('Bytes of its whole text.'),
  leftOut: z
    .enum(LEFT_OUT_REASONS)
    .optional()
    .describe('Why its text is not shown. Forgotten events, and answers of the memory, can be opened by their names.'),
});

export const openAnswer = z.object({
  retrievalId: z.string(),
  eventId: z.string().optional(),
  session: z.string().optional(),
  turn: z.number().optional(),
  kind: eventKind.optional(),
  occurredAt: time.optional(),
  artifactId: artifactId.optional(),
  events: z
    .array(turnEvent)
    .max(LIMITS.eventsPerOpen)
    .optional()
    .describe('Of several events: those in `text`, in order; bytes and lines of the answer are then those of `text`.'),
  text: z.string(),
  rendered: z.string().describe('The text wrapped as data, ready to hand to a model.'),
  tokens: z.number(),
  budgetTokens: z.number(),
  fromByte: z.number(),
  toByte: z.number(),
  fromLine: z.number(),
  toLine: z.number(),
  totalBytes: z.number(),
  totalLines: z.number(),
  complete: z.boolean().describe('True when the answer holds everything that was requested.'),
  next: z
    .object({
      ref: z.string().optional().describe('The name to open for it, if it is not the one that was requested.'),
      fromByte: z.number(),
      fromLine: z.number().optional(),
    })
    .optional()
    .describe('Place to continue; absent at the end.'),
});
