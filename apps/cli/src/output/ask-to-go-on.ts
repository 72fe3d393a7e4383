import { createInterface } from 'node:readline/promises';
import type { CommandContext } from '../command-context.ts';

/** Tells whether somebody sits at the terminal who can be asked. */
export function canBeAsked({ io }: Pick<CommandContext, 'io'>): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true;
}

/** Asks a question that only `yes`, typed whole, answers with true. The end of the input and an interruption are a no. */
export async function askToGoOn(question: string, { io, interrupted }: Pick<CommandContext, 'io' | 'interrupted'>): Promise<boolean> {
  const lines = createInterface({ input: io.stdin, signal: interrupted });
  try {
    const answer = lines[Symbol.asyncIterator]().next();
    io.stderr.write(`${question} Type yes: `);
    const { value, done } = await answer;
    return done !== true && value.trim().toLowerCase() === 'yes';
  } finally {
    lines.close();
  }
}
