import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A page of the documentation, as far as its examples go. */
export interface Page {
  /** Examples of a language, in their order, word for word. */
  examples(language: string): readonly string[];
  /** The only line of its shell examples that begins so, without its comment. */
  line(begin: string): string;
  /** Packages of others that the page says to install, each with the version that this repository has. */
  readonly packages: readonly string[];
}

export function readPage(path: string): Page {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const examples = (language: string): string[] =>
    [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, of]) => of === language).map(([, , code]) => code!);
  const lines = examples('sh').flatMap((code) => code.split('\n').map((line) => line.replace(/\s+#.*$/, '')));
  const installs = lines.filter((line) => /^npm install [^.]/.test(line));
  return {
    examples,
    packages: installs.flatMap((line) => line.split(' ').slice(2)).map((name) => `${name}@${versionOf(name)}`),
    line(begin) {
      const [found, ...more] = lines.filter((line) => line.startsWith(begin));
      if (found === undefined || more.length > 0) throw new Error(`${path} has no one line that begins with "${begin}".`);
      return found;
    },
  };
}

/** Returns the version of a package that the lock file of this repository has, so that npm's cache can serve it. */
export function versionOf(name: string): string {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, { version?: string }> };
  const version = lock.packages[`node_modules/${name}`]?.version;
  if (version === undefined) throw new Error(`${name} is not in the lock file: a page names it, and no test has it.`);
  return version;
}
