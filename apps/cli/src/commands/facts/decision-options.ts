import type { SpaceClient } from '@total-recall/client';
import type { Command } from 'commander';
import type { CommandContext } from '../../command-context.ts';
import { placeName } from '../../option-values.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

/** Options of every command that decides about facts of a space. */
export interface DecideOptions extends ConnectionOptions {
  readonly space: string;
  readonly reason?: string;
  readonly agent?: boolean;
  readonly json?: boolean;
}

export function withDecision(command: Command): Command {
  return namingSpace(withConnection(command))
    .option('--space <name>', 'the space that it is in', placeName, DEFAULT_SPACE)
    .option('--reason <text>', 'kept in the ledger forever; give no content and no name of a person')
    .option('--agent', 'an agent decides, no person: what is said later replaces it, and it changes nothing that a person decided')
    .option('--json', 'print one JSON object');
}

/** Has an error about an argument too many say how the space is named, as other commands take it there. */
function namingSpace(command: Command): Command {
  const { outputError } = command.configureOutput();
  return command.configureOutput({
    outputError: (text, write) =>
      outputError!(text.includes('too many arguments') ? `${text.trimEnd()} Name the space with --space.\n` : text, write),
  });
}

export function spaceOf(options: DecideOptions, context: CommandContext): SpaceClient {
  return connect(options, context).client.space(options.space);
}

/** Returns who decides and why, as every decision has it. */
export function decisionOf({ reason, agent }: DecideOptions) {
  return { ...(reason !== undefined && { reason }), ...(agent && { decidedBy: 'agent' as const }) };
}

/** Returns the command that undoes an entry. */
export function undoCommand(entryId: string, space: string): string {
  return `total-recall undo ${entryId}${space === DEFAULT_SPACE ? '' : ` --space ${space}`}`;
}
