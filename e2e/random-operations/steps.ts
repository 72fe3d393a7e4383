import fc from 'fast-check';

/** Sessions and places are drawn as numbers; a step takes them modulo what there is when it runs. */
export type Step =
  | { readonly does: 'say'; readonly session: number; readonly said: readonly Said[] }
  | { readonly does: 'repeat'; readonly append: number }
  | { readonly does: 'window'; readonly session: number; readonly windowTokens?: number }
  | { readonly does: 'window before'; readonly session: number; readonly turn: number }
  | { readonly does: 'compact'; readonly session: number }
  | { readonly does: 'recall'; readonly event: number; readonly session: number }
  | { readonly does: 'open'; readonly event: number }
  | { readonly does: 'expand'; readonly session: number }
  | { readonly does: 'pin'; readonly event: number; readonly pinned: boolean }
  | { readonly does: 'plan'; readonly session: number; readonly goal: number }
  | { readonly does: 'resize'; readonly session: number; readonly windowTokens: number }
  | { readonly does: 'remember'; readonly attribute: number }
  | { readonly does: 'correct'; readonly attribute: number }
  | { readonly does: 'forget'; readonly attribute: number }
  | { readonly does: 'undo' }
  | { readonly does: 'consolidate' }
  | { readonly does: 'erase event'; readonly event: number }
  | { readonly does: 'erase session'; readonly session: number }
  | { readonly does: 'restart'; readonly without: 'nothing' | 'read model' };

export interface Said {
  readonly kind: 'user_message' | 'agent_message' | 'thinking' | 'call' | 'call without result' | 'decision' | 'system_note';
  readonly words: number;
}

const WINDOWS = [2_048, 4_096, 8_192] as const;
const said: fc.Arbitrary<Said> = fc.record({
  kind: fc.constantFrom<Said['kind'][]>(
    'user_message',
    'user_message',
    'agent_message',
    'agent_message',
    'thinking',
    'call',
    'call',
    'call without result',
    'decision',
    'system_note',
  ),
  words: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 60 }) }, { weight: 2, arbitrary: fc.integer({ min: 60, max: 900 }) }),
});
const any = fc.nat(10_000);
const session = any;
const event = any;

/** Draws steps of people, agents and operators; those that agents do all the time come more often. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ does: fc.constant('say' as const), session, said: fc.array(said, { minLength: 1, maxLength: 8 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('repeat' as const), append: any }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('window' as const), session }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('window' as const), session, windowTokens: fc.constantFrom(...WINDOWS) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('window before' as const), session, turn: any }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('compact' as const), session }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('recall' as const), event, session }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('open' as const), event }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('expand' as const), session }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pin' as const), event, pinned: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('plan' as const), session, goal: any }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('resize' as const), session, windowTokens: fc.constantFrom(...WINDOWS) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('remember' as const), attribute: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('correct' as const), attribute: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forget' as const), attribute: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('consolidate' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('erase event' as const), event }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('erase session' as const), session: any }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('restart' as const), without: fc.constantFrom('nothing' as const, 'read model' as const) }),
  },
);
