import type { ErasureScope, EventKind } from '@total-recall/domain';
import { createTokenCounter, type TotalRecallError } from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { serveErasing, TENANT, type ErasingService, type Said } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const SPACES = ['main', 'away'];
const SESSIONS = ['run-1', 'run-2'];
const SUBJECTS = ['customer-1', 'customer-2'];

/** Scope to build; events are picked among those said so far. */
type Wanted =
  | { readonly kind: 'events'; readonly space: string; readonly picks: readonly number[] }
  | { readonly kind: 'session'; readonly space: string; readonly session: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'subject'; readonly subject: string; readonly space?: string }
  | { readonly kind: 'tenant' };

type Act =
  | { readonly do: 'say'; readonly space: string; readonly session: string; readonly subject?: string; readonly times: number }
  | { readonly do: 'hold'; readonly of: Wanted }
  | { readonly do: 'release'; readonly pick: number }
  | { readonly do: 'erase'; readonly of: Wanted; readonly exceptHeld: boolean }
  | { readonly do: 'pass'; readonly days: number }
  | { readonly do: 'keep'; readonly days: number; readonly kinds?: EventKind[]; readonly space?: string }
  | { readonly do: 'sweep' }
  | { readonly do: 'restart' };

const space = fc.constantFrom(...SPACES);
const session = fc.constantFrom(...SESSIONS);
const subject = fc.constantFrom(...SUBJECTS);
const wanted: fc.Arbitrary<Wanted> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('events' as const), space, picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('session' as const), space, session }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('space' as const), space }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('subject' as const), subject, space }, { requiredKeys: ['kind', 'subject'] }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'tenant' as const }) },
);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { do: fc.constant('say' as const), space, session, subject, times: fc.integer({ min: 1, max: 4 }) },
      { requiredKeys: ['do', 'space', 'session', 'times'] },
    ),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), of: wanted }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record(
      { do: fc.constant('keep' as const), days: fc.integer({ min: 1, max: 4 }), kinds: fc.constant<EventKind[]>(['user_message']), space },
      { requiredKeys: ['do', 'days'] },
    ),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('erase' as const), of: wanted, exceptHeld: fc.boolean() }) },
);
/** Acts that run at once; a restart runs alone. */
const step: fc.Arbitrary<readonly Act[]> = fc.oneof(
  { weight: 12, arbitrary: fc.array(act, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant([{ do: 'restart' as const }]) },
);

interface KnownHold {
  readonly id: string;
  readonly scope: ErasureScope;
  /** Ids of events that it must keep. */
  readonly keeps: Set<string>;
}

/** Plays acts on a service and derives from its answers alone what must still exist and what must be gone. */
function createPlay(service: ErasingService) {
  const holds: KnownHold[] = [];
  const gone = new Set<string>();
  const sent = { held: 0, erased: 0, expired: 0 };

  function scopeOf(of: Wanted): ErasureScope | undefined {
    if (of.kind !== 'events') return of;
    const there = service.said.filter((event) => event.space === of.space);
    const eventIds = [...new Set(of.picks.flatMap((pick) => there[pick % there.length]?.id ?? []))];
    return eventIds.length === 0 ? undefined : { kind: 'events', space: of.space, eventIds };
  }

  async function say({ space, session, subject, times }: Extract<Act, { do: 'say' }>): Promise<void> {
    const before = [...holds];
    const text = 'The gull eats of the net.';
    const events = Array.from({ length: times }, () => ({ kind: 'user_message' as const, text, ...(subject && { meta: { subject } }) }));
    const fresh = await service.say(space, session, events);
    for (const hold of before) for (const event of fresh) if (covers(hold.scope, event)) hold.keeps.add(event.id);
  }

  async function hold(of: Wanted): Promise<void> {
    const scope = scopeOf(of);
    if (!scope) return;
    const placed = await service.eraser().placeHold({ tenant: TENANT, scope, name: 'case', actor: 'key_h' });
    // An erasure under way may take any of them; that is not visible from outside.
    if (placed.underWay.length > 0) return;
    const readable = await service.readable();
    const keeps = service.said.filter((event) => covers(scope, event) && readable.has(event.id)).map(({ id }) => id);
    holds.push({ id: placed.id, scope, keeps: new Set(keeps) });
  }

  async function erase(of: Wanted, exceptHeld: boolean): Promise<void> {
    const scope = scopeOf(of);
    if (!scope) return;
    await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e', exceptHeld });
    sent.erased += 1;
  }

  async function sweep(): Promise<void> {
    sent.expired += await service.eraser().retention!.sweep();
  }

  /** Notes everything that certificates of finished erasures name. */
  async function noteGone(): Promise<void> {
    for (const { id, status } of await service.eraser().erasures(TENANT, 1_000)) {
      if (status !== 'done') continue;
      const { destroyed } = (await service.eraser().erasure(TENANT, id))!.certificate!.statement;
      for (const { eventIds } of destroyed.events) for (const eventId of eventIds) gone.add(eventId);
    }
  }

  async function play(one: Act): Promise<void> {
    if (one.do === 'say') return say(one);
    if (one.do === 'hold') return hold(one.of);
    if (one.do === 'erase') return erase(one.of, one.exceptHeld);
    if (one.do === 'restart') return service.restart();
    if (one.do === 'pass') return service.pass(one.days);
    if (one.do === 'keep') return service.keepFor([{ maxAgeDays: one.days, ...(one.kinds && { kinds: one.kinds }) }], one.space);
    if (one.do === 'sweep') return sweep();
    const [released] = holds.splice(one.pick % Math.max(1, holds.length), 1);
    if (released) await service.eraser().releaseHold({ tenant: TENANT, id: released.id, actor: 'key_h' });
  }

  return {
    holds,
    gone,
    sent,
    noteGone,
    /** Runs all at once; expected refusals are no failures. */
    async step(acts: readonly Act[]): Promise<void> {
      const results = await Promise.allSettled(acts.map(play));
      for (const result of results) {
        if (result.status === 'fulfilled') continue;
        const { code } = result.reason as TotalRecallError;
        if (code === 'held') sent.held += 1;
        else if (code !== 'not_found' && code !== 'erased' && code !== 'unavailable') throw result.reason;
      }
    },
  };
}

function covers(scope: ErasureScope, event: Said): boolean {
  if (scope.kind === 'tenant') return true;
  if (scope.space !== undefined && scope.space !== event.space) return false;
  if (scope.kind === 'events') return scope.eventIds.includes(event.id);
  if (scope.kind === 'session') return scope.session === event.session;
  return scope.kind === 'space' || scope.subject === event.subject;
}

const RUNS = Number(process.env['FC_RUNS'] ?? 40);

it('keeps every event under hold, whatever is said, held, released, erased and swept at once; and what a certificate names does not open', async () => {
  const all = { held: 0, erased: 0, expired: 0, kept: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const service = await serveErasing(tokens);
      const { step: play, holds, gone, sent, noteGone } = createPlay(service);
      await Promise.all(
        SPACES.map((at) =>
          service.say(
            at,
            'run-1',
            SUBJECTS.map((of) => ({ kind: 'user_message', text: 'The crane turns.', meta: { subject: of } })),
          ),
        ),
      );
      for (const acts of steps) {
        await play(acts);
        await noteGone();
        const readable = await service.readable();
        for (const { keeps } of holds) expect([...keeps].filter((id) => !readable.has(id))).toEqual([]);
        expect([...gone].filter((id) => readable.has(id))).toEqual([]);
        all.kept += holds.reduce((sum, { keeps }) => sum + keeps.size, 0);
      }
      all.held += sent.held;
      all.erased += sent.erased;
      all.expired += sent.expired;
      expect([service.failures(), service.memory.failures]).toEqual([[], []]);
      await service.stop();
    }),
    { numRuns: RUNS },
  );
  // The run must have exercised every kind of act.
  for (const times of Object.values(all)) expect(times).toBeGreaterThan(RUNS / 4);
});
