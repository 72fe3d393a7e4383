import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory, compactionRecord, driveSession, toRecords } from '../../testing/index.ts';
import { resolvePolicy } from '../policy/resolve-policy.ts';
import type { PolicySettings } from '../policy/session-policy.ts';
import { emptySession } from './empty-session.ts';
import { evolveSession } from './evolve-session.ts';
import { createSessionFold } from './session-fold.ts';

function policyOf(settings: PolicySettings) {
  const resolved = resolvePolicy([settings]);
  if (resolved.kind === 'invalid') throw new Error(JSON.stringify(resolved.problems));
  return resolved.policy;
}

const SMALL = policyOf({ windowTokens: 8_192 });
const POLICIES = [
  SMALL,
  policyOf({ windowTokens: 4_000, markerCap: 2 }),
  policyOf({ windowTokens: 8_192, markerCap: 4, tailTurns: 1, targetRatio: 0.7 }),
  policyOf({ windowTokens: 32_768, triggerRatio: 0.4, targetRatio: 0.3 }),
];
const lag = fc.integer({ min: 0, max: 4 });
const embeddedLag = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });
const drives = fc.tuple(arbitraryHistory().map(toRecords), fc.constantFrom(...POLICIES), lag, embeddedLag);
const fold = (records: Parameters<typeof evolveSession>[1][], from = emptySession({ tenant: 't', space: 's', session: 'x' })) =>
  records.reduce((state, record) => evolveSession(state, record).state, from);

describe('a session over any history', () => {
  it('I-02 I-03 I-04 I-05 I-06 I-14 breaks no invariant at any step, marks lagging', () => {
    fc.assert(fc.property(drives, (drive) => void expect(driveSession(...drive).violations).toEqual([])));
  });

  it('is driven through many compactions', () => {
    const records = fc.sample(drives, { numRuns: 40, seed: 1 }).flatMap((drive) => driveSession(...drive).compactions);
    expect(records.filter((record) => record.type === 'ContextCompacted').length).toBeGreaterThan(40);
  });

  it('I-01 I-06 loses nothing: every accepted event is in the window or behind exactly one marker', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (steps) => {
        const { state, log, compactions } = driveSession(toRecords(steps), POLICIES[1]!);
        const made = new Map(
          compactions.flatMap((record) =>
            record.type === 'ContextCompacted' ? record.made.map((one) => [one.marker.id, one] as const) : [],
          ),
        );
        const behind = (id: string): string[] => {
          const record = made.get(id)!;
          return [...record.manifest.eventIds, ...record.parts.flatMap((part) => behind(part.markerId))];
        };
        const evicted = state.markers.flatMap((marker) => behind(marker.id));
        const seen = [...state.entries.map((entry) => entry.id), ...evicted].sort();
        const accepted = [
          ...new Set(
            log.filter(({ envelope: { kind } }) => kind !== 'compaction' && kind !== 'task_state').map((record) => record.envelope.id),
          ),
        ].sort();
        expect(seen).toEqual(accepted);
        for (const marker of state.markers) expect(marker.eventCount).toBe(behind(marker.id).length);
      }),
    );
  });

  it('I-07 I-15 folds to the same state from the start, from any saved state, and over repeated batches', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.nat(), fc.nat(), (steps, cut, overlap) => {
        const { state, log } = driveSession(toRecords(steps), SMALL);
        const again = fold([...log]);
        expect(JSON.stringify(again)).toBe(JSON.stringify(state));
        const at = cut % (log.length + 1);
        const saved = JSON.parse(JSON.stringify(fold(log.slice(0, at)))) as typeof state;
        const resumed = fold(log.slice(Math.max(0, at - (overlap % 5))), saved);
        expect(JSON.stringify(resumed)).toBe(JSON.stringify(state));
      }),
    );
  });

  it('I-07 is the same folded in one go, whatever was handed out or taken back on the way', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.array(fc.constantFrom('add', 'hand out', 'take back'), { minLength: 1 }), (steps, ways) => {
        const { log } = driveSession(toRecords(steps), POLICIES[1]!);
        const from = fold(log.slice(0, 3));
        const going = createSessionFold(from);
        const handed = [{ state: from, as: JSON.stringify(from) }];
        let state = from;
        for (const [at, record] of log.slice(3).entries()) {
          const way = ways[at % ways.length];
          if (way === 'hand out') handed.push({ state: going.state(), as: JSON.stringify(state) });
          if (way === 'take back') {
            going.add({ ...record, envelope: { ...record.envelope, id: 'another' } });
            going.takeBack();
          }
          const { state: next, ...folded } = evolveSession(state, record);
          expect(going.add(record)).toEqual(folded);
          state = next;
        }
        expect(JSON.stringify(going.state())).toBe(JSON.stringify(state));
        for (const one of handed) expect(JSON.stringify(one.state)).toBe(one.as);
      }),
    );
  });

  it('I-07 ignores a second decision about the same cycle', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (steps) => {
        const { state, log, compactions } = driveSession(toRecords(steps), SMALL);
        for (const compaction of compactions.filter((record) => record.type === 'ContextCompacted')) {
          const twice = evolveSession(state, compactionRecord(compaction, state, log.length));
          expect(twice.dropped).toBe('stale_compaction');
          expect({ ...twice.state, offset: state.offset }).toEqual(state);
        }
      }),
    );
  });

  it('I-01 recognises every repeat of a sourced event, whatever came between', () => {
    fc.assert(
      fc.property(arbitraryHistory(60), (steps) => {
        const readable = steps.filter((step) => !['unreadable', 'erased', 'lost_call'].includes(step.act));
        const { state, log } = driveSession(toRecords(readable), SMALL);
        const late = log
          .filter((record) => record.envelope.kind !== 'compaction')
          .map((record, at) => ({ ...record, offset: log.length + at }));
        const after = fold(late, state);
        expect({ ...after, offset: 0 }).toEqual({ ...state, offset: 0 });
      }),
    );
  });
});
