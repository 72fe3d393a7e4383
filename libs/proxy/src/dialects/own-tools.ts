import { OPEN_TOOL, RECALL_LINE, RECALL_TOOL } from '@total-recall/domain';
import type { JsonRecord } from '../text/json-values.ts';
import type { Dialect, OwnToolNames } from './dialect.ts';

/** Names the proxy's tools so that none of the caller's has the same name. */
export function nameOwnTools(dialect: Pick<Dialect, 'toolName'>, tools: readonly JsonRecord[]): OwnToolNames {
  const taken = new Set(tools.map((tool) => dialect.toolName(tool)));
  const free = (name: string): string => (taken.has(name) ? free(`memory_${name}`) : name);
  return { recall: free('recall'), open: free('open') };
}

/** The declarations in a neutral form. The line about recall stands in a tool, so that the caller's prompt stays as it is. */
export function neutralTools({ recall, open }: OwnToolNames) {
  const line = RECALL_LINE.replaceAll('recall(', `${recall}(`).replaceAll('open(', `${open}(`);
  return [
    { name: recall, description: `${RECALL_TOOL.description} ${line}`, parameters: RECALL_TOOL.parameters },
    { name: open, description: OPEN_TOOL.description, parameters: OPEN_TOOL.parameters },
  ];
}
