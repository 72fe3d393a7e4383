import { MOST_OPENAI_TOOLS, OPEN_TOOL, RECALL_TOOL, recallLine } from '@total-recall/domain';
import type { OwnToolNames } from '../answers/answer-form.ts';
import { recordsIn, type JsonRecord } from '../text/json-values.ts';
import type { Dialect } from './dialect.ts';

/** Returns the names of the caller's tools, those that were loaded on the way among them. */
export function callerTools(dialect: Dialect, { tools }: JsonRecord, messages: readonly JsonRecord[] = []): ReadonlySet<unknown> {
  const loaded = dialect.toolsIn ? messages.flatMap((message) => dialect.toolsIn!(message)) : [];
  return new Set([...recordsIn(tools), ...loaded].map((tool) => dialect.toolName(tool)));
}

/**
 * Names the proxy's tools so that none of the caller's has the same name; undefined where there is no room for them: no
 * vendor is taken to accept more than OpenAI.
 */
export function nameOwnTools(dialect: Dialect, body: JsonRecord, messages: readonly JsonRecord[] = []): OwnToolNames | undefined {
  const tools = recordsIn(body.tools);
  if (!dialect.mayAddTools(body) || tools.length + 2 > MOST_OPENAI_TOOLS) return undefined;
  const taken = callerTools(dialect, body, messages);
  const free = (name: string): string => (taken.has(name) ? free(`memory_${name}`) : name);
  return { recall: free('recall'), open: free('open') };
}

/** Returns the declarations in a neutral form. The line about recall is in a tool, so that the caller's prompt stays as it is. */
export function neutralTools({ recall, open }: OwnToolNames) {
  return [
    { name: recall, description: `${RECALL_TOOL.description} ${recallLine({ recall, open })}`, parameters: RECALL_TOOL.parameters },
    { name: open, description: OPEN_TOOL.description, parameters: OPEN_TOOL.parameters },
  ];
}
