import type { WindowBlock } from './window-request.ts';

/** Ids of the calls and results of one response, by block. */
export type CallNames = ReadonlyMap<WindowBlock, string>;

/**
 * Names the calls of a window response by response: its own id, written as the API takes it, with a number where it was used before;
 * its result gets the same. Agents use ids again, the APIs want each once.
 */
export function createCallNames(write: (callId: string) => string): (blocks: readonly WindowBlock[]) => CallNames {
  const taken = new Set<string>();
  return (blocks) => {
    const names = new Map<WindowBlock, string>();
    const unanswered = new Map<string, string[]>();
    for (const block of blocks) {
      if (block.callId === undefined) continue;
      if (block.eventKind === 'tool_call') {
        const plain = write(block.callId);
        let name = plain;
        for (let times = 2; taken.has(name); times++) name = `${plain}_${times}`;
        taken.add(name);
        names.set(block, name);
        unanswered.set(block.callId, [...(unanswered.get(block.callId) ?? []), name]);
      } else if (block.eventKind === 'tool_result' && !block.note) {
        const name = unanswered.get(block.callId)?.shift();
        if (name !== undefined) names.set(block, name);
      }
    }
    return names;
  };
}
