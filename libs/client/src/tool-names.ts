const REMEMBERED_NAMES = 10_000;

/** Names of tools that windows had to write another way, so that what a model calls is found under the name that the caller gave. */
export interface ToolNames {
  remember(renamed: Readonly<Record<string, string>>): void;
  original(name: string): string;
}

/** A written name holds a hash of the whole, so one memory serves all sessions of a client. */
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
