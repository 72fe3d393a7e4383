import { z } from 'zod';
import { sessionParent } from '../event/event-view.ts';

/** Format of an import; detected from the file where none is named. */
export const importFormat = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be the name of a format such as claude-code');

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
