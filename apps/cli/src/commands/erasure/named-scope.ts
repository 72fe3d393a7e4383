import type { Command } from 'commander';
import { CommandError, EXIT } from '../../exit-code.ts';
import { eventName, placeName, several } from '../../option-values.ts';

/** Options that, with the space, name the scope of an erasure or a hold. */
export interface NamedScopeOptions {
  readonly session?: string;
  readonly event?: readonly string[];
  readonly subject?: string;
  readonly tenant?: string;
  readonly reason?: string;
}

const eventNames = several(eventName);

export function withNamedScope(command: Command): Command {
  return command
    .option('--session <name>', 'a whole session of the space', placeName)
    .option('--event <id...>', 'single events of the space, named as recall prints them (SESSION/e184) or by id', eventNames)
    .option('--subject <label>', 'every event with this subject label and every fact added by hand about it, in the space or in all spaces')
    .option('--tenant <name>', 'everything of your own tenant; its name is the confirmation', placeName)
    .option('--reason <text>', 'kept in the ledger forever; give no content, and not whom it is about');
}

/**
 * Builds the scope that the API accepts, without the options that were not given. An event or a session is never looked for
 * in a memory that the caller has not named. Errors: a wrong usage.
 */
export function namedScope(space: string | undefined, { session, event, subject, tenant, reason }: NamedScopeOptions) {
  if (space === undefined && (session !== undefined || event))
    throw new CommandError(EXIT.usage, `Name the space of the ${event ? 'event' : 'session'} before the options.`);
  return {
    ...(space !== undefined && { space }),
    ...(session !== undefined && { session }),
    ...(event && { eventIds: [...event] }),
    ...(subject !== undefined && { subject }),
    ...(tenant !== undefined && { tenant }),
    ...(reason !== undefined && { reason }),
  };
}
