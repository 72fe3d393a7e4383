import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from './event-kind.ts';
import { kindsWhere, MODEL_OUTPUT_KINDS, rulesOf, SERVICE_KINDS, type KindRules } from './kind-rules.ts';

const kinds = (meets: (rules: KindRules) => boolean) => [...kindsWhere(meets)];

describe('the rules of the kinds', () => {
  it("guard what every window must hold, and let nothing else stay for ever but the service's own records", () => {
    expect(kinds(({ eviction }) => eviction === 'guarded')).toEqual(['objective', 'constraint', 'persona', 'knowledge']);
    expect(kinds(({ eviction }) => eviction === 'kept')).toEqual(['task_state', 'compaction']);
  });

  it('read questions in talk alone: what tools give asks nobody', () => {
    expect(kinds(({ isTalk }) => isTalk)).toEqual(['user_message', 'agent_message']);
  });

  it('take a response of a model to be thinking, message and calls', () => {
    expect([...MODEL_OUTPUT_KINDS]).toEqual(['agent_message', 'thinking', 'tool_call']);
  });

  it('keep callers from writing compactions, and task states from coming by an append', () => {
    expect([...SERVICE_KINDS]).toEqual(['compaction']);
    expect(kinds(({ writer }) => writer === 'task_state')).toEqual(['task_state']);
  });

  it('never drop what is settled, guarded or asked for by name', () => {
    for (const kind of kinds(({ isDispensable }) => isDispensable))
      expect(kinds(({ eviction, isAnchor }) => isAnchor || typeof eviction === 'string')).not.toContain(kind);
  });

  it('hold every number within its bounds', () => {
    for (const { prior, forgetting, salience, eviction } of EVENT_KINDS.map(rulesOf)) {
      expect(Math.abs(prior - 1)).toBeLessThanOrEqual(0.2);
      expect(forgetting).toBeGreaterThanOrEqual(0);
      for (const worth of Object.values(salience)) expect(worth).toSatisfy((value: number) => value >= 0.1 && value <= 2);
      if (typeof eviction === 'number') expect(eviction).toBeGreaterThan(0);
    }
  });
});
