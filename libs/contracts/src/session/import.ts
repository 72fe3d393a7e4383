import { z } from 'zod';
import { sessionParent } from '../event/event-view.ts';

/** Format of an import; detected from the file where none is named. */
export const importFormat = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be the name of a format such as claude-code');

/** Kind of events that the system prompt at the head of a file is kept as; `system_note` where absent. */
export const systemKind = z
  .enum(['persona', 'system_note'])
  .describe(
    'How the system prompt at the head of the file is kept: guarded in every window, or as a note. One that was imported before stays what it is.',
  );

export const importReport = z.object({
  format: z.string(),
  sessions: z.array(
    z.object({
      session: z.string(),
      parent: sessionParent.optional().describe('Present for a fork, or for an agent that the session started.'),
      events: z.number(),
      appended: z.number(),
      duplicates: z.number(),
      position: z.string().optional(),
    }),
  ),
  skipped: z.number(),
  problems: z.array(z.object({ line: z.number().optional(), problem: z.string() })),
});
