import { z } from 'zod';
import { boundedLines, oneLine } from '../bounded-lines.ts';
import { defineTool } from '../memory-tool.ts';

const OUTCOMES = {
  kept: 'Withdrawn. recall still finds the events that state it.',
  withheld: 'Withdrawn, and recall no longer finds the events that state it.',
  erased: 'Withdrawn, and the events that state it are erased.',
} as const;

export const forgetTool = defineTool({
  name: 'forget',
  title: 'Forget a fact',
  description:
    'Withdraw a fact, and hide the events that state it from recall. Call it only when the user asks to forget something, or when a ' +
    'fact is plainly wrong and nothing replaces it (store a new value with remember). A person can undo it. It erases nothing for good: ' +
    'for that, refer the user to `total-recall erase`.',
  input: z.strictObject({
    factId: z.string().trim().min(1).max(64).describe('The id in brackets after the fact, from profile.'),
    keepEvidence: z.boolean().optional().describe('Withdraw only the fact; recall still finds the events that state it.'),
  }),
  output: z.object({ evidence: z.enum(['kept', 'withheld', 'erased']), entryId: z.string().describe('`total-recall undo` takes it.') }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  run: async ({ factId, keepEvidence }, memory, options) => {
    const withdrawal = { decidedBy: 'agent', ...(keepEvidence && { keepEvidence }) } as const;
    const { evidence, entryId, replaced = [], alsoWithheld = [] } = await memory.space.forget(factId, withdrawal, options);
    const quoted = (text: string): string => JSON.stringify(oneLine(text));
    const before = replaced.map(
      ({ text }) => `It had replaced ${quoted(text)}, which stays replaced; if that holds again, remember it again.`,
    );
    const hidden = alsoWithheld.map(({ text }) => `Recall no longer finds ${quoted(text)} either, which the same events state.`);
    const advice = hidden.length === 0 ? [] : ['To have that back, undo this and forget the fact again with keepEvidence:'];
    const done = `${OUTCOMES[evidence]} Undo: total-recall undo ${entryId} --space ${memory.spaceName}`;
    return {
      text: boundedLines([done, ...before, ...advice, ...hidden], 'profile with history lists facts'),
      fields: { evidence, entryId },
    };
  },
});
