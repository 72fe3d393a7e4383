import { EVENT_KINDS } from '@total-recall/domain';
import { z } from 'zod';
import { label } from '../wire/text.ts';
import { time, timeIn } from '../wire/time.ts';

const settingName = z.enum(['triggerRatio', 'targetRatio', 'pullTokens', 'pullMaxTokens', 'forgetting', 'reconcilerBudgetTokens']);
const settingValue = z.union([z.number(), z.boolean()]);

export const duplicate = z
  .boolean()
  .optional()
  .describe('An earlier call with this Idempotency-Key decided it; its subject is shown in its current state.');

/** A setting that figures of recall speak for. */
export const proposal = z.object({
  setting: settingName,
  from: settingValue,
  to: settingValue,
  why: z
    .enum(['pulls_often', 'pulls_rarely', 'finds_nothing', 'leaves_much', 'brings_unused'])
    .describe('Agents ask often or hardly ever; recalls find nothing, leave much of what matches, or bring what nobody uses.'),
});

export const restoredSetting = z.object({
  setting: z.string(),
  to: settingValue.nullable().describe('Null where no reflection sets it any more.'),
  heldBy: z.enum(['tenant', 'space']).optional().describe('A person has set it at this level, so that stays in force.'),
});

export const reflection = z.object({
  from: time.describe('Figures are from then on: a day ago, or since the last change by a reflection.'),
  recalls: z.int().describe('Recalls since then.'),
  isEnough: z.boolean().describe('False where too little was recalled to say anything.'),
  kinds: z
    .array(z.object({ kind: z.enum(EVENT_KINDS), shown: z.int(), used: z.int() }))
    .describe('Kinds of events that were used far more often than others where they came.'),
  sessions: z
    .array(z.object({ session: z.string(), retrievals: z.int(), missed: z.int() }))
    .describe('Sessions whose recalls often found nothing or had to try again.'),
  proposals: z.array(proposal),
  held: z
    .array(z.object({ setting: z.string(), by: z.enum(['tenant', 'space', 'undo', 'bounds']) }))
    .describe('Proposals that are not applied: a person set it for the tenant or the space, undid it, or no policy would hold with it.'),
  inForce: z.record(z.string(), settingValue).describe('What reflections have set for this space. Settings of persons win over it.'),
  applied: z.array(proposal),
  entryId: z.string().optional().describe('The entry of the ledger, where something was applied; undo takes it.'),
  duplicate,
});

export const reflecting = z.strictObject({
  from: timeIn.optional().describe('Figures since then; a day ago where absent.'),
  reason: label.optional().describe('Stored in the ledger for ever: include no content and no personal names.'),
});
