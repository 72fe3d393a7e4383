/** A text of a call's arguments with the name that it stands under. */
export interface Argument {
  readonly key: string;
  readonly value: string;
}

/** Names of arguments that hold a command. */
export const COMMAND_KEY = /^(?:command|cmd|argv|args)$/i;

const SHELL = /^(?:\S{0,80}[\\/])?(?:(?:ba|da|k|z|fi)?sh|powershell|pwsh)(?:\.exe)?$/i;
const DEPTH = 4;

/**
 * Reads the texts of a call's arguments, in their order and at most four levels deep; a command that is given word by
 * word is one text. Arguments that are no JSON are one text without a name.
 */
export function readArguments(args: string): Argument[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    return args === '' ? [] : [{ key: '', value: args }];
  }
  const found: Argument[] = [];
  const walk = (key: string, value: unknown, depth: number): void => {
    if (typeof value === 'string') found.push({ key, value });
    else if (isWords(value) && COMMAND_KEY.test(key)) walk(key, commandOf(value), depth);
    else if (typeof value === 'object' && value !== null && depth < DEPTH) {
      for (const [inner, held] of Object.entries(value)) walk(Array.isArray(value) ? key : inner, held, depth + 1);
    }
  };
  walk('', parsed, 0);
  return found;
}

const isWords = (value: unknown): value is string[] => Array.isArray(value) && value.every((word) => typeof word === 'string');

/** Joins a command that is given word by word; of one that a shell reads the script stands for it. */
function commandOf(words: readonly string[]): string {
  const [program = '', ...rest] = words;
  if (SHELL.test(program)) {
    const script = rest.findIndex((word) => /^-\w*c$/.test(word)) + 1;
    return (script > 0 ? rest[script] : rest.find((word) => !word.startsWith('-'))) ?? program;
  }
  return words.map((word) => (/\s/.test(word) ? `'${word.replaceAll("'", '')}'` : word)).join(' ');
}
