const KEYWORDS = new Set(['from', 'import', 'class', 'global', 'in', 'is', 'not', 'or', 'and', 'with', 'as', 'def', 'del', 'pass', 'try']);

/** Converts a name of the API to Python's form; a keyword gets an underscore at its end. */
export function snakeCase(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** Tells whether the models find the name of the API by themselves; names of vendors hold underscores. */
export function leadsBack(name: string): boolean {
  const words = snakeCase(name).replace(/_$/, '').split('_');
  return words.map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join('') === name;
}

/** Returns the name of a class for an object that stands inside of another one. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** Converts a JSON value to a Python literal. */
export function literal(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

/** Wraps a text as comment lines under the width of the project. */
export function comment(text: string, indent: string): string {
  const lines: string[] = [];
  let line = `${indent}#`;
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length + 1 > 118) {
      lines.push(line);
      line = `${indent}#`;
    }
    line += ` ${word}`;
  }
  return `${[...lines, line].join('\n')}\n`;
}
