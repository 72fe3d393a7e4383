/** Files of which some are named, however many there are. */
export interface NamedFiles {
  readonly count: number;
  /** Paths of the first that were found, sorted: work that runs side by side ends in any order. */
  readonly paths: readonly string[];
}

const NAMED = 10;

/** Collects paths, and remembers the first ones. */
export function nameFiles() {
  const paths: string[] = [];
  let count = 0;
  return {
    add(path: string): void {
      count += 1;
      if (paths.length < NAMED) paths.push(path);
    },
    named: (): NamedFiles => ({ count, paths: paths.toSorted() }),
  };
}

/** Names these paths in their order. */
export function nameSorted(paths: Iterable<string>): NamedFiles {
  const files = nameFiles();
  for (const path of [...paths].sort()) files.add(path);
  return files.named();
}

/** Says the names as a list, with the number of those that are not named. */
export function listFiles({ count, paths }: NamedFiles): string {
  return `${paths.join(', ')}${count > paths.length ? `, and ${count - paths.length} more` : ''}`;
}
