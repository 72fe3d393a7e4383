import { OPEN_TOOL, RECALL_LINE, RECALL_TOOL } from '@total-recall/domain';
import type { OwnToolNames } from './dialect.ts';

/** The declarations in a neutral form. The line about recall stands in a tool, so that the caller's prompt stays as it is. */
export function neutralTools({ recall, open }: OwnToolNames) {
  const line = RECALL_LINE.replaceAll('recall(', `${recall}(`).replaceAll('open(', `${open}(`);
  return [
    { name: recall, description: `${RECALL_TOOL.description} ${line}`, parameters: RECALL_TOOL.parameters },
    { name: open, description: OPEN_TOOL.description, parameters: OPEN_TOOL.parameters },
  ];
}
