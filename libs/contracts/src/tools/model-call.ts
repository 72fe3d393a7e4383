import { LIMITS } from '../limits.ts';
import { label, text } from '../wire/text.ts';

/** Id of the model's call, and its arguments as the model wrote them. */
export const modelCall = {
  callId: label.optional().describe("Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused."),
  arguments: text(LIMITS.toolArgumentsBytes)
    .optional()
    .describe(
      'The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their meaning is clear.',
    ),
} as const;
