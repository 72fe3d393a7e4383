import { z } from 'zod';

export const toolDeclarations = z.object({
  openai: z.array(
    z.object({
      type: z.literal('function'),
      function: z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) }),
    }),
  ),
  anthropic: z.array(z.object({ name: z.string(), description: z.string(), input_schema: z.record(z.string(), z.unknown()) })),
});
