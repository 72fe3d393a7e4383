import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAll, makeRecords } from '../../testing/make-session.ts';
import { USED_EVIDENCE_KEPT } from '../session/session-limits.ts';
import { nextTaskState } from './next-task-state.ts';
import { hashPremises, PREMISE_VERSIONS_KEPT } from './premise-history.ts';
import type { TaskState } from './task-state.ts';

const premises = fc.dictionary(fc.constantFrom('store', 'site', '__proto__'), fc.constantFrom('a', 'b'), { maxKeys: 3 });

describe('what a session remembers for recall', () => {
  it('I-07 its premises at each of the newest versions, the same from any place the fold goes on', () => {
    fc.assert(
      fc.property(fc.array(fc.option(premises, { nil: undefined }), { minLength: 1, maxLength: 90 }), fc.nat(89), (updates, cut) => {
        const cards: TaskState[] = [];
        for (const changed of updates) {
          const fields = changed === undefined ? { goals: ['g'] } : { premises: changed };
          const next = nextTaskState(cards.at(-1), { expectedVersion: cards.length, fields });
          if (next.kind === 'next') cards.push(next.state);
        }
        const records = makeRecords(cards.map((taskState) => ({ kind: 'task_state', taskState })));
        const state = foldAll(records);
        const saved = JSON.parse(JSON.stringify(foldAll(records.slice(0, cut)))) as typeof state;
        expect(JSON.stringify(foldAll(records.slice(cut), saved))).toBe(JSON.stringify(state));
        const versions = new Map(cards.map((card) => [card.premiseVersion, hashPremises(card.premises ?? {})]));
        versions.delete(cards.at(-1)!.premiseVersion);
        expect(state.taskState!.premiseHistory ?? []).toEqual(
          [...versions].slice(-PREMISE_VERSIONS_KEPT).map(([version, held]) => ({ version, premises: held })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('the 32 newest versions of its premises and no more', () => {
    const cards = Array.from({ length: 40 }, (_, at) => ({ version: at + 1, premiseVersion: at + 1, premises: { store: `s${at}` } }));
    const kept = foldAll(makeRecords(cards.map((taskState) => ({ kind: 'task_state', taskState })))).taskState!.premiseHistory!;
    expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 32 }, (_, at) => at + 8));
  });

  it('what the card says of other tasks, history and self-assessment, until it says otherwise', () => {
    const flags = { filters: { crossTask: true }, requiresSelfAssessment: true, requestHistorical: true };
    const card = (version: number, fields: object): TaskState => ({ version, premiseVersion: 0, ...fields });
    const records = makeRecords([card(1, flags), card(2, {})].map((taskState) => ({ kind: 'task_state', taskState })));
    expect(foldAll(records.slice(0, 1)).taskState).toMatchObject({
      crossTask: true,
      requiresSelfAssessment: true,
      requestHistorical: true,
    });
    expect(JSON.stringify(foldAll(records).taskState)).not.toMatch(/crossTask|requires|requestHistorical/);
  });

  it('how often evidence was used, the newest of it', () => {
    const use = (...ids: string[]) => ({
      kind: 'tool_result' as const,
      recall: { retrievalId: 'r', evidence: ids.flatMap((eventId) => [{ eventId }, { eventId }]), renderingHash: '' },
    });
    expect(foldAll(makeRecords([use('a', 'b'), use('c'), use('a')])).usedEvidence).toEqual([
      { eventId: 'b', uses: 1 },
      { eventId: 'c', uses: 1 },
      { eventId: 'a', uses: 2 },
    ]);
    const many = Array.from({ length: USED_EVIDENCE_KEPT + 5 }, (_, at) => use(`e${at}`));
    const kept = foldAll(makeRecords([use('old'), ...many])).usedEvidence!;
    expect([kept.length, kept[0]!.eventId]).toEqual([USED_EVIDENCE_KEPT, 'e5']);
  });
});
