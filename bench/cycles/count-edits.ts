import type { InProcess } from '@total-recall/cli';

const EDITS = ['added', 'confirmed', 'superseded', 'archived', 'split', 'merged', 'updated'] as const;
const PAGE = 500;

/** Counts the changes of units in the ledgers of spaces, and the times that a language model was asked for some. */
export async function countEdits({ cores, target: { tenant } }: InProcess, name: string, spaces: readonly string[]): Promise<string[]> {
  const counts = new Map<string, number>(EDITS.map((did) => [did, 0]));
  let asked = 0;
  for (const space of spaces) {
    let before: string | undefined;
    do {
      const page = await cores.consolidator!.ledger({ tenant, space, limit: PAGE, ...(before !== undefined && { before }) });
      for (const { changes, judged } of page.entries) {
        for (const { did } of changes) counts.set(did, (counts.get(did) ?? 0) + 1);
        asked += Number(judged !== undefined);
      }
      before = page.before;
    } while (before !== undefined);
  }
  return [name, ...EDITS.map((did) => String(counts.get(did))), String(asked)];
}

countEdits.columns = ['', ...EDITS, 'asked of a model'] as readonly string[];
