import { z } from 'zod';
import { MCP_LIMITS } from './limits.ts';

// Fields that several tools take. Each call needs its own schema objects, because descriptions differ.

export const sessionName = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/, 'must be the name of a session: letters, digits and . _ : @ -, at most 128')
    .describe(what);

export const budgetTokens = (least: number, what: string) => z.int().min(least).max(MCP_LIMITS.answerTokens).optional().describe(what);

export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
