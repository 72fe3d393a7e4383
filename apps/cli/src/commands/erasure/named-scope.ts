import type { Command } from 'commander';
import { placeName } from '../../option-values.ts';

/** Options that, with the space, name the scope of an erasure or a hold. */
export interface NamedScopeOptions {
  readonly session?: string;
  readonly event?: readonly string[];
  readonly subject?: string;
  readonly tenant?: string;
  readonly reason?: string;
}

export function withNamedScope(command: Command): Command {
  return command
    .option('--session <name>', 'a whole session of the space', placeName)
    .option('--event <id...>', 'single events of the space, by the ids that `total-recall recall --json` shows')
    .option('--subject <label>', 'every event that bears this label, in the space or in all')
    .option('--tenant <name>', 'everything of your own tenant; its name says that you mean it', placeName)
    .option('--reason <text>', 'kept in the ledger for ever; no content, and not whom it is about');
}

/** Builds the scope that the API accepts, without the options that were not given. */
export function namedScope(space: string | undefined, { session, event, subject, tenant, reason }: NamedScopeOptions) {
  return {
    ...(space !== undefined && { space }),
    ...(session !== undefined && { session }),
    ...(event && { eventIds: [...event] }),
    ...(subject !== undefined && { subject }),
    ...(tenant !== undefined && { tenant }),
    ...(reason !== undefined && { reason }),
  };
}
