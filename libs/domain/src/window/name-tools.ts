import { fingerprint } from '../policy/resolve-policy.ts';

/** Longest tool name of each API. */
export const TOOL_NAME_CHARS = { openai: 64, anthropic: 128 } as const;

/**
 * A tool's name as an API takes it: letters, digits, `_` and `-`. A name that is not so gets a hash of the whole behind it, so that
 * two names never become one; the same name is always written the same way.
 */
export function writeToolName(name: string | undefined, maxChars: number): string {
  const given = name ?? 'unknown';
  if (given.length <= maxChars && /^[A-Za-z0-9_-]+$/.test(given)) return given;
  const clean = given.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, maxChars - 9);
  return `${clean}_${fingerprint(given).slice(0, 8)}`;
}

/** Names tools and keeps what was written another way, by how it was written. */
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

/** Declarations of tools, each name as the API takes it and once: of two with one name the first stays. */
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

/** The name in a declaration of either API, if it has one. */
export function toolName(tool: unknown): string | undefined {
  if (tool === null || typeof tool !== 'object') return undefined;
  const { name, function: inner } = tool as Declaration;
  const found = typeof inner?.name === 'string' ? inner.name : name;
  return typeof found === 'string' ? found : undefined;
}

function rename(tool: Declaration, name: string): unknown {
  return typeof tool.function?.name === 'string' ? { ...tool, function: { ...tool.function, name } } : { ...tool, name };
}
