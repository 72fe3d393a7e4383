import type { Command } from 'commander';
import { placeName } from './option-values.ts';

/** The space of commands that name none. */
export const DEFAULT_SPACE = 'main';

/**
 * Lets a command take its space in either way: as an argument, or as `--space`, which commands need that have another
 * argument. Errors: both are given and differ.
 */
export function withSpace(command: Command, description: string, fallback?: string): Command {
  return command
    .argument('[space]', description, placeName, fallback)
    .option('--space <name>', 'the same as the argument', placeName)
    .hook('preAction', (_, action) => {
      const named = action.opts<{ space?: string }>().space;
      if (named === undefined) return;
      const [given] = action.args;
      if (given !== undefined && given !== named) action.error(`error: the argument names the space ${given}, --space names ${named}`);
      action.processedArgs[0] = named;
    });
}
