import type { Field, Message, Shape } from './message-shape.ts';

/** Parts of a call whose fields stand in the request message itself. The body is a field of it. */
const OWN_PARTS: ReadonlySet<string> = new Set(['path', 'query', 'header']);

/**
 * Converts the path of a problem in a call (`body.windowTokens`, `query.limit`) to the path of the field in its request
 * message (`body.window_tokens`, `limit`). What stands in a value of any JSON keeps its own names, and so does a path that
 * is of no field, as one into the arguments of a model.
 */
export function fieldPathOf(table: ReadonlyMap<string, Message>, request: string, path: string): string {
  const [root, ...rest] = path.match(/[^.[\]]+/g) ?? [];
  const names = root === 'body' ? [root, ...rest] : root !== undefined && OWN_PARTS.has(root) ? rest : [];
  if (names.length === 0) return path;
  let shape: Shape | undefined = { kind: 'message', name: request };
  let text = '';
  for (const name of names) {
    const isIndex = /^\d+$/.test(name);
    if (shape?.kind === 'list' && isIndex) {
      text += `${shape.wrapper === undefined ? '' : '.items'}[${name}]`;
      shape = shape.of;
      continue;
    }
    const field: Field | undefined = shape?.kind === 'message' ? table.get(shape.name)?.fields.find((one) => one.name === name) : undefined;
    const own = field?.key ?? name;
    text += isIndex && !field ? `[${own}]` : `${text === '' ? '' : '.'}${own}`;
    shape = field?.shape;
  }
  return text;
}
