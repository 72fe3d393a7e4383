import { describe, expect, it } from 'vitest';
import { generateTraces } from '../generate-traces.ts';
import { conditioningMaterial } from './conditioning-material.ts';

describe('what recall could be conditioned on', () => {
  it('is counted in generated runs, which have all but outcomes', () => {
    const material = conditioningMaterial(generateTraces({ seed: 1, traces: 1, requests: 6 }).flatMap(({ sessions }) => sessions));
    expect(material).toMatchObject({ taskStates: 7, premises: 7, phases: 7, taskIds: 7, supersessions: 5, constraints: 3, outcomes: 0 });
    expect(material.events).toBeGreaterThan(50);
  });

  it('is nothing in a plain conversation', () => {
    const events = [{ kind: 'user_message' as const, text: 'Good morning' }];
    const session = { session: 's', source: 'x', events };
    expect(conditioningMaterial([session])).toMatchObject({ sessions: 1, events: 1, taskStates: 0, supersessions: 0, taskIds: 0 });
    const lesson = { ...session, events: [{ kind: 'agent_message' as const, text: 'Drain first.', meta: { tags: ['lesson'] } }] };
    expect(conditioningMaterial([lesson]).outcomes).toBe(1);
  });
});
