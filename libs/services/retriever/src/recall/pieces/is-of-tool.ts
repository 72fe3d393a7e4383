import type { OpenedEvent } from '../open/open-events.ts';

export function isOfTool({ envelope: { kind } }: OpenedEvent): boolean {
  return kind === 'tool_call' || kind === 'tool_result';
}
