import { emptySession, NOTE_TOOLS, resolvePolicy, type WindowBlock, type WindowTokens } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnatomy } from './build-anatomy.ts';

const resolved = resolvePolicy([{ windowTokens: 8_192 }]);
if (resolved.kind === 'invalid') throw new Error('no policy');
const { budgets } = resolved.policy;
const KINDS = [
  'system',
  'skill',
  'workspace_file',
  'persona',
  'rule',
  'knowledge',
  'recall_line',
  'task_state',
  'marker',
  'event',
  'user_message',
] as const;
const state = { ...emptySession({ tenant: 't', space: 's', session: 'x' }), turn: 7, cycle: 2, tokensIn: 999 };
const comparison = { stablePrefixShare: 0.5, topicLabel: 'pool', topicTransition: true };

function anatomyOf(blocks: readonly WindowBlock[], toolTokens: number, tools: readonly unknown[] = []) {
  const total = blocks.reduce((sum, block) => sum + block.tokens, 0) + toolTokens;
  const tokens: WindowTokens = { total, sys: 0, task: 0, markers: 0, history: 0, tail: 0, knowledge: 0, pack: 0, user: 0 };
  return buildAnatomy({
    windowId: 'w',
    at: 5,
    state,
    window: { kind: 'window', blocks, tokens, budgets },
    caller: { blocks: [], tools, toolTokens, noteTools: NOTE_TOOLS },
    comparison,
  });
}

describe('the anatomy of a window', () => {
  it('its parts add up to the whole, in tokens and in bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind: fc.constantFrom(...KINDS), text: fc.string({ unit: 'grapheme', maxLength: 20 }), tokens: fc.nat(500) })),
        fc.nat(300),
        (blocks, toolTokens) => {
          const anatomy = anatomyOf(blocks, toolTokens);
          const {
            systemPromptTokens,
            workspaceFileTokens,
            skillTokens,
            toolSchemaTokens,
            taskStateTokens,
            markerTokens,
            historyTokens,
            userMessageTokens,
          } = anatomy;
          expect(
            systemPromptTokens +
              workspaceFileTokens +
              skillTokens +
              toolSchemaTokens +
              taskStateTokens +
              markerTokens +
              historyTokens +
              userMessageTokens,
          ).toBe(anatomy.totalTokens);
          const bytes = (...kinds: string[]) =>
            blocks.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0);
          expect(anatomy.systemPromptBytes).toBe(bytes('system', 'recall_line', 'persona', 'rule', 'knowledge'));
          expect([anatomy.workspaceFileBytes, anatomy.skillBytes, anatomy.taskStateBytes, anatomy.userMessageBytes]).toEqual([
            bytes('workspace_file'),
            bytes('skill'),
            bytes('task_state'),
            bytes('user_message'),
          ]);
          expect(anatomy.contextUtilPct).toBeCloseTo((100 * anatomy.totalTokens) / (budgets.window - budgets.headroom), 1);
        },
      ),
    );
  });

  it('counts markers, events and tool results, and carries the session and the comparison', () => {
    const event = (eventKind: WindowBlock['eventKind'], tokens: number): WindowBlock => ({ kind: 'event', eventKind, text: 'x', tokens });
    const anatomy = anatomyOf([{ kind: 'marker', text: 'm', tokens: 20 }, event('tool_result', 30), event('agent_message', 7)], 4, [
      { a: 'é' },
    ]);
    expect(anatomy).toMatchObject({
      turnId: 'w',
      assembledAt: 5,
      tenant: 't',
      space: 's',
      session: 'x',
      turn: 7,
      compactionCycle: 2,
      windowTokens: 8_192,
      sessionTokens: 999,
      markerCount: 1,
      markerTokens: 20,
      historyEventCount: 2,
      historyTokens: 37,
      toolResultTokens: 30,
      toolSchemaTokens: 4,
      toolSchemaBytes: 12,
      totalTokens: 61,
      ...comparison,
    });
    expect(anatomyOf([], 0)).toMatchObject({ totalTokens: 0, toolSchemaBytes: 0, contextUtilPct: 0 });
  });
});
