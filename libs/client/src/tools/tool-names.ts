const REMEMBERED_NAMES = 10_000;

/** Renamed tools of windows, so that a model's call is found under the name that the caller gave. */
export interface ToolNames {
  remember(renamed: Readonly<Record<string, string>>): void;
  original(name: string): string;
}

/**
 * Creates the memory of renamed tools. A new name holds a hash of the old one, so one memory serves all sessions of a
 * client.
 */
export function createToolNames(): ToolNames {
  const known = new Map<string, string>();
  return {
    remember(renamed) {
      for (const [written, name] of Object.entries(renamed)) known.set(written, name);
      while (known.size > REMEMBERED_NAMES) known.delete(known.keys().next().value!);
    },
    original: (name) => known.get(name) ?? name,
  };
}
