/**
 * Returns the texts at a path of an item, by the grammar of LangGraph: `title`, `a.b`, `parts[*].text`, `parts[-1]`,
 * `*`, `{a,b.c}`, `$`. The function that LangGraph exports knows less of it than its stores do.
 */
export function textsAtPath(value: unknown, path: string): string[] {
  return path === '$' ? textsAt(value, []) : textsAt(value, tokensOf(path));
}

function tokensOf(path: string): string[] {
  return path.match(/\[[^\]]*\]|\{[^}]*\}|[^.[{]+/g) ?? [];
}

function textsAt(value: unknown, [token, ...rest]: readonly string[]): string[] {
  if (value === null || value === undefined) return [];
  if (token === undefined) return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
  if (typeof value !== 'object') return [];
  if (token === '*' || token === '[*]') return Object.values(value).flatMap((one) => textsAt(one, rest));
  if (token.startsWith('[')) return Array.isArray(value) ? textsAt(value.at(Number(token.slice(1, -1))), rest) : [];
  if (!token.startsWith('{')) return Object.hasOwn(value, token) ? textsAt((value as Record<string, unknown>)[token], rest) : [];
  return token
    .slice(1, -1)
    .split(',')
    .flatMap((field) => textsAt(value, [...tokensOf(field.trim()), ...rest]));
}
