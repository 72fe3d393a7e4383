import type { Anatomy, AssembleResult, SessionState } from '@total-recall/domain';
import type { CountedCaller } from './caller-blocks.ts';
import type { WindowComparison } from './window-memory.ts';

interface AnatomyInput {
  readonly windowId: string;
  readonly at: number;
  readonly state: SessionState;
  readonly window: Extract<AssembleResult, { kind: 'window' }>;
  readonly caller: CountedCaller;
  readonly comparison: WindowComparison;
}

/** Builds the record of one window: its parts in bytes and tokens. Source: 000 A.4. */
export function buildAnatomy({ windowId, at, state, window, caller, comparison }: AnatomyInput): Anatomy {
  const { blocks, tokens, budgets } = window;
  const of = (pick: (block: (typeof blocks)[number]) => boolean) => {
    const picked = blocks.filter(pick);
    return {
      count: picked.length,
      bytes: picked.reduce((sum, block) => sum + Buffer.byteLength(block.text), 0),
      tokens: picked.reduce((sum, block) => sum + block.tokens, 0),
    };
  };
  const system = of(
    (block) =>
      block.kind === 'system' ||
      block.kind === 'recall_line' ||
      block.kind === 'persona' ||
      block.kind === 'rule' ||
      block.kind === 'knowledge',
  );
  const files = of((block) => block.kind === 'workspace_file');
  const skills = of((block) => block.kind === 'skill');
  const task = of((block) => block.kind === 'task_state');
  const markers = of((block) => block.kind === 'marker');
  const history = of((block) => block.kind === 'event' || block.kind === 'gap');
  const results = of((block) => block.kind === 'event' && block.eventKind === 'tool_result');
  const facts = of((block) => block.kind === 'facts');
  const pack = of((block) => block.kind === 'pack');
  const user = of((block) => block.kind === 'user_message');
  return {
    turnId: windowId,
    tenant: state.tenant,
    space: state.space,
    session: state.session,
    assembledAt: at,
    turn: state.turn,
    compactionCycle: state.cycle,
    windowTokens: budgets.window,
    contextUtilPct: Math.round((10_000 * tokens.total) / (budgets.window - budgets.headroom)) / 100,
    systemPromptBytes: system.bytes,
    systemPromptTokens: system.tokens,
    workspaceFileBytes: files.bytes,
    workspaceFileTokens: files.tokens,
    skillBytes: skills.bytes,
    skillTokens: skills.tokens,
    toolSchemaBytes: caller.tools.length > 0 ? Buffer.byteLength(JSON.stringify(caller.tools)) : 0,
    toolSchemaTokens: caller.toolTokens,
    taskStateBytes: task.bytes,
    taskStateTokens: task.tokens,
    markerCount: markers.count,
    markerTokens: markers.tokens,
    historyEventCount: history.count,
    historyTokens: history.tokens,
    toolResultTokens: results.tokens,
    knowledgeBytes: facts.bytes,
    knowledgeTokens: facts.tokens,
    packBytes: pack.bytes,
    packTokens: pack.tokens,
    userMessageBytes: user.bytes,
    userMessageTokens: user.tokens,
    totalTokens: tokens.total,
    sessionTokens: state.tokensIn,
    ...comparison,
  };
}
