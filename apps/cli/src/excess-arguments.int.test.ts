import { tmpdir } from 'node:os';
import { Command, CommanderError } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCommands } from './command-loaders.ts';
import { refuseExcessArguments } from './excess-arguments.ts';

let program: Command;
let said = '';

beforeAll(async () => {
  program = new Command('total-recall').exitOverride().configureOutput({ writeErr: (text) => (said += text) });
  for (const add of await loadCommands([])) add(program, async () => {});
  for (const command of leaves(program)) command.exitOverride().configureOutput({ writeErr: (text) => (said += text) });
  refuseExcessArguments(program);
});

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

async function refusalOf(args: readonly string[]): Promise<string> {
  said = '';
  await expect(program.parseAsync([...args], { from: 'user' })).rejects.toThrow(CommanderError);
  return said;
}

describe('an argument too many', () => {
  it.each([
    [['verify', '/srv/memory'], "'verify' takes no argument, so /srv/memory is too much. Did you mean --data-dir /srv/memory?"],
    [['serve', tmpdir()], `Did you mean --data-dir ${tmpdir()}?`],
    [['index', 'rebuild', './memory'], "'index rebuild' takes no argument, so ./memory is too much. Did you mean --data-dir ./memory?"],
    [['doctor', '~/memory'], 'Did you mean --data-dir ~/memory?'],
    [['verify', 'repair'], 'Did you mean --repair?'],
    [['verify', '\u2014repair'], 'Did you mean --repair?'],
    [['keys', 'list', 'json'], 'Did you mean --json?'],
    [['window', 'build-7', 'crew'], "'window' takes only <session>, so crew is too much. Did you mean --space crew"],
    [['undo', 'work', '01JZX3T5S8Q4R7V2M6K9P0W1YB'], 'Did you mean --space work or --reason work?'],
    [['undo', 'a', 'for', 'good'], "'undo' takes only <entry>, so for good is too much. Did you mean"],
    [['backup', '/a', '/b', 'c', 'd'], 'Put a text of several words in quotes.'],
  ])('%j is refused with what was probably meant', async (args, told) => expect(await refusalOf(args)).toContain(told));

  it('is told with --data-dir by every command that has it, and changes nothing', async () => {
    const commands = leaves(program).filter(({ options }) => options.some(({ long }) => long === '--data-dir'));
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const path = command.parent === program ? [command.name()] : [command.parent!.name(), command.name()];
      const takes = command.registeredArguments;
      if (takes.at(-1)?.variadic) continue;
      const needed = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long!, 'x']);
      const fitting = takes.map((argument) => (argument.name() === 'key-id' ? '0123456789abcdef' : 'x'));
      expect(await refusalOf([...path, ...fitting, '/srv/memory', ...needed]), path.join(' ')).toContain('--data-dir /srv/memory');
    }
  });
});

it('does not refuse the words of a query', async () => {
  await expect(program.parseAsync(['recall', 'which', 'berth', '/srv/memory'], { from: 'user' })).resolves.toBeDefined();
});
