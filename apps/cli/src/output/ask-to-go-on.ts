import { createInterface } from 'node:readline/promises';
import type { CommandContext } from '../command-context.ts';
import { CommandError, EXIT } from '../exit-code.ts';

/** Tells whether somebody sits at the terminal who can be asked. */
export function canBeAsked({ io }: Pick<CommandContext, 'io'>): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true;
}

/** Asks a question that only `yes`, typed whole, answers with true. The end of the input and an interruption are a no. */
async function askToGoOn(question: string, { io, interrupted }: Pick<CommandContext, 'io' | 'interrupted'>): Promise<boolean> {
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

/** Asks before a key is revoked whose loss is felt. Any answer but yes ends the command with an error. */
export async function askToRevoke(context: Pick<CommandContext, 'io' | 'interrupted'>): Promise<void> {
  if (await askToGoOn('Revoke it?', context)) return;
  throw new CommandError(EXIT.failed, 'Nothing was revoked.', { code: 'not_confirmed' });
}

/** Asks before something goes for good. Any answer but yes ends the command with an error. */
export async function askToErase(context: Pick<CommandContext, 'io' | 'interrupted'>): Promise<void> {
  if (await askToGoOn('This cannot be undone. Erase it?', context)) return;
  throw new CommandError(EXIT.failed, 'Nothing was erased.', { code: 'not_confirmed' });
}
