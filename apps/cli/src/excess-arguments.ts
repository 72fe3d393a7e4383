import { existsSync, statSync } from 'node:fs';
import type { Command, Option } from 'commander';

/** Begins with an address in the file system, or has one of its separators. */
const PATH = /^[.~]|[\\/]/;
/** Dashes of a flag that were left out, or that a text editor joined to one. */
const DASHES = /^[-\u2010-\u2015\u2212]+/;
const SHOWN_OPTIONS = 3;
/** Begins with the id of an event or of an entry of the ledger. */
const ID = /^[0-9A-HJKMNP-TV-Z]{26}(?![0-9A-Z])/;

/**
 * Makes a program refuse arguments that a command does not take, with the option that was probably meant. Commander
 * itself only counts them.
 */
export function refuseExcessArguments(program: Command): void {
  for (const command of withSubcommands(program)) command.allowExcessArguments(true);
  program.hook('preAction', (_, command) => {
    const takes = command.registeredArguments;
    const isEnough = takes.length >= command.args.length || takes.at(-1)?.variadic === true;
    if (!isEnough) command.error(`error: ${describeExcess(command, command.args)}`, { code: 'commander.excessArguments' });
  });
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Says which arguments a command does not take, and what was probably meant by them. */
export function describeExcess(command: Command, given: readonly string[]): string {
  const names = command.registeredArguments.map((argument) => argument.name());
  const extra = given.slice(names.length);
  const takes = names.length === 0 ? 'takes no argument' : `takes only ${names.map((name) => `<${name}>`).join(' ')}`;
  const refusal = `'${pathOf(command)}' ${takes}, so ${extra.join(' ')} is too much.`;
  // An id behind another word is the argument, and the word in front of it belongs to an option.
  const misplaced = given.length === 2 && ID.test(extra[0]!) && !ID.test(given[0]!) ? given[0]! : extra[0]!;
  const meant = optionsMeantBy(command, misplaced).slice(0, SHOWN_OPTIONS);
  if (meant.length > 0) return `${refusal} Did you mean ${anyOf(meant)}?`;
  return extra.length > 1 && names.length > 0 ? `${refusal} Put a text of several words in quotes.` : refusal;
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

/** Lists what an argument could have been, as it is to be typed. */
function optionsMeantBy(command: Command, extra: string): string[] {
  const open = command.options.filter((option) => !option.hidden && command.getOptionValueSource(option.attributeName()) !== 'cli');
  const flag = open.find(({ long }) => long === `--${extra.replace(DASHES, '')}`);
  if (flag) return [flag.flags];
  const kind = existsSync(extra) ? (statSync(extra).isDirectory() ? /<folder>/ : /<file>/) : /<folder>|<file>/;
  const asPath = PATH.test(extra) || existsSync(extra) ? open.filter(({ flags }) => kind.test(flags)) : [];
  const fitting = asPath.length > 0 ? asPath : open.filter((option) => takesWord(option, extra));
  return fitting.map(({ long }) => `${long} ${/\s/.test(extra) ? JSON.stringify(extra) : extra}`);
}

/** Returns true for an option with a fixed set of values that has this one, or one that takes any name that is no path. */
function takesWord({ argChoices, flags }: Option, word: string): boolean {
  if (argChoices) return argChoices.includes(word);
  return /<(name|text)>/.test(flags) && !PATH.test(word);
}

function anyOf(texts: readonly string[]): string {
  return texts.length === 1 ? texts[0]! : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)!}`;
}
