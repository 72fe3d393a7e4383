import { z } from 'zod';
import { FACT_LABELS, factFields, factLine, fieldsOf, LABEL_MEANINGS } from '../fact-fields.ts';
import { defineTool } from '../memory-tool.ts';
import { timeAt } from '../read-time.ts';

export const rememberTool = defineTool({
  name: 'remember',
  title: 'Remember a fact',
  description:
    'Store a fact for later conversations. Call it when the user asks you to remember something, states a lasting preference or ' +
    'corrects you, and when you learn a setting of the project that you will need again. With an attribute it replaces the previous ' +
    'value of the same subject, but not one that a person wrote by hand. Do not store secrets, guesses or what matters only now.',
  input: z.strictObject({
    text: z.string().trim().min(1).max(4_000).describe('The fact as one self-contained sentence.'),
    label: z.enum(FACT_LABELS).optional().describe(`${LABEL_MEANINGS} Read from the sentence where absent.`),
    subject: z
      .string()
      .trim()
      .min(1)
      .max(128)
      .optional()
      .describe('Who or what it is about; read from the sentence where absent, as a sentence about "the user" is.'),
    attribute: z.string().trim().min(1).max(128).optional().describe('The property of the subject, such as `deploy region`.'),
    value: z.string().trim().min(1).max(4_000).optional().describe('The value of the attribute, such as `eu-west-1`.'),
    since: timeAt('start', 'Since when it is true (default now).').optional(),
  }),
  output: z.object({ fact: factFields, entryId: z.string().describe('`total-recall undo` takes it.') }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  run: async ({ text, label, subject, attribute, value, since }, memory, options) => {
    const { fact, entryId } = await memory.space.remember(
      {
        text,
        decidedBy: 'agent',
        ...(label !== undefined && { label }),
        ...(subject !== undefined && { subject }),
        ...(attribute !== undefined && { attribute }),
        ...(value !== undefined && { value }),
        ...(since !== undefined && { validFrom: since }),
      },
      options,
    );
    const fields = fieldsOf(fact);
    return { text: `Remembered:\n${factLine(fields)}`, fields: { fact: fields, entryId } };
  },
});
