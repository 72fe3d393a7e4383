import type { LedgerAct, LedgerEntry } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { requireRankToUndo } from './agents-acts.ts';

const REFLECTED: LedgerAct = { type: 'SettingsReflected', changes: [], since: 0 };
const DECIDED: LedgerAct = { type: 'UnitsDecided', decisions: [] };

const undo = (actor: string, act: LedgerAct, byAgent: boolean): Promise<void> => {
  const entry: LedgerEntry = { sequence: 1, epoch: 1, id: 'x', tenant: 't', space: 's', at: 0, actor, act };
  const by = { tenant: 't', space: 's', actor: 'key_a', entryId: 'x', ...(byAgent && { byAgent: true as const }) };
  return requireRankToUndo({ ledger: { find: async () => entry } as unknown as Parameters<typeof requireRankToUndo>[0]['ledger'] }, by);
};

it('an agent undoes what rules, models and agents decided, and nothing of a person, a reflection that one applied among it', async () => {
  const refused = { code: 'decided_by_person' };
  await expect(undo('key_p', REFLECTED, true)).rejects.toMatchObject(refused);
  await expect(undo('key_p', { ...DECIDED, byPerson: true }, true)).rejects.toMatchObject(refused);
  await undo('reflection', REFLECTED, true);
  await undo('consolidator', DECIDED, true);
  await undo('model', DECIDED, true);
  await undo('key_a', { ...DECIDED, byAgent: true }, true);
  await undo('key_p', REFLECTED, false);
});
