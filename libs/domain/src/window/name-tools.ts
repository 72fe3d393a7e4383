import { fingerprint } from '../policy/resolve-policy.ts';

/** Longest tool name of each API. */
export const TOOL_NAME_CHARS = { openai: 64, anthropic: 128 } as const;

/**
 * Converts a tool's name to the API's form: letters, digits, `_` and `-`. A name that had to change gets a hash of the
 * whole, so that two names never become one; equal names stay equal.
 */
function writeToolName(name: string | undefined, maxChars: number): string {
  const given = name ?? 'unknown';
  if (given.length <= maxChars && /^[A-Za-z0-9_-]+$/.test(given)) return given;
  const clean = given.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, maxChars - 9);
  return `${clean}_${fingerprint(given).slice(0, 8)}`;
}

/** Names tools and records the changed names, by their new form. */
export function createToolNames(maxChars: number): {
  write(name: string | undefined): string;
  readonly renamed: Readonly<Record<string, string>>;
} {
  const renamed: Record<string, string> = {};
  return {
    renamed,
    write(name) {
      const written = writeToolName(name, maxChars);
      if (name !== undefined && written !== name) renamed[written] = name;
      return written;
    },
  };
}

/** Rewrites declarations of tools with names in the API's form; of two with the same name the first is kept. */
export function writeTools(tools: readonly unknown[], write: (name: string) => string): unknown[] {
  const seen = new Set<string>();
  return tools.flatMap((tool) => {
    const name = toolName(tool);
    if (name === undefined) return [tool];
    const written = write(name);
    if (seen.has(written)) return [];
    seen.add(written);
    return [written === name ? tool : rename(tool as Declaration, written)];
  });
}

interface Declaration {
  readonly name?: unknown;
  readonly function?: { readonly name?: unknown };
}

/** Returns the name in a declaration of either API, if it has one. */
export function toolName(tool: unknown): string | undefined {
  if (tool === null || typeof tool !== 'object') return undefined;
  const { name, function: inner } = tool as Declaration;
  const found = typeof inner?.name === 'string' ? inner.name : name;
  return typeof found === 'string' ? found : undefined;
}

function rename(tool: Declaration, name: string): unknown {
  return typeof tool.function?.name === 'string' ? { ...tool, function: { ...tool.function, name } } : { ...tool, name };
}
