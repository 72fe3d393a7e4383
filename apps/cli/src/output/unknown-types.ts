import { plural, whole } from './format-number.ts';
import { oneLine } from './text-width.ts';

/** Number of types named at most. */
const SHOWN = 12;

/** Names the types that no reader knows, each with how often it came, the most frequent first; undefined where there are none. */
export function unknownTypesIn(files: readonly Readonly<Record<string, number>>[]): string | undefined {
  const counts = new Map<string, number>();
  for (const [type, count] of files.flatMap((types) => Object.entries(types))) counts.set(type, (counts.get(type) ?? 0) + count);
  if (counts.size === 0) return undefined;
  const types = [...counts].sort(([, left], [, right]) => right - left);
  const named = types.slice(0, SHOWN).map(([type, count]) => `${oneLine(type)} ${whole(count)}`);
  const rest = types.length - named.length;
  return `Unknown types: ${named.join(', ')}${rest > 0 ? ` and ${plural(rest, 'more type')}` : ''}`;
}
