import { pathToFileURL } from 'node:url';

const MARK = '// Written by "total-recall install pi"; "total-recall uninstall pi" takes it out.';

/** Returns the extension of pi: what it does is in our package, so that an update of that is one of both. */
export function withPiExtension(
  text: string | undefined,
  module: string,
  [program, ...args]: readonly string[],
  endedAfterMs: number,
): string {
  if (text !== undefined && !isOurExtension(text)) throw new SyntaxError('it was not written by total-recall');
  return [
    MARK,
    `import { createExtension } from ${JSON.stringify(pathToFileURL(module).href)};`,
    '',
    `export default createExtension(${JSON.stringify(program)}, ${JSON.stringify(args)}, ${endedAfterMs});`,
    '',
  ].join('\n');
}

export function isOurExtension(text: string): boolean {
  return text.startsWith(MARK);
}
