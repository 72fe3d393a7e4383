/** Names of tools by which an agent writes to a memory itself, with or without the name of their server before them. */
const WRITES = /(?:^|[^\p{L}])(?:remember|correct|forget|memory|(?:save|add|write|update|store|delete)[_-]?memor(?:y|ies)|memori[sz]e)$/iu;

/**
 * Returns true for a tool with which an agent writes to memory. A request in which it did is not read for facts again: who
 * answered it has decided what is worth keeping. Source: 004.
 */
export function writesMemory(tool: string): boolean {
  return WRITES.test(tool);
}
