import type { ArtifactStore, Clock, EventLog, MemoryIndex, UnitStore, VectorIndex } from '@total-recall/ports';
import { foldUnitsAnew } from './compare-units.ts';
import { isLogWhole, removeOrphans } from './remove-orphans.ts';
import type { FoldedLedger } from './verify-deps.ts';
import type { VerifyFinding, VerifyReport } from './verify-report.ts';

/** Stores that a repair changes, open. */
export interface RepairableStores {
  readonly log: Pick<EventLog, 'partitions'>;
  readonly artifacts: Pick<ArtifactStore, 'stat' | 'get' | 'put' | 'delete'>;
  /** Resolves when all is folded that the log held at this call; absent where nobody appends meanwhile. Errors: `not_caught_up`. */
  readonly untilFolded?: () => Promise<void>;
  readonly index: Pick<MemoryIndex, 'eventsOfArtifact'> & {
    /** Absent without a vector search. */
    readonly vectors?: Pick<VectorIndex, 'restartProgress'>;
  };
  /** Both absent where nothing is decided about a memory. */
  readonly ledger?: FoldedLedger;
  readonly units?: Pick<UnitStore, 'marks' | 'sequenceOf' | 'save'>;
  close(): Promise<void>;
}

/** A memory that can be compared with its log, and repaired from it. `Refilled` tells what came of filling it anew. */
export interface RepairableMemory<Refilled> {
  /** Compares all of it once (`verifyMemory`), and passes on every finding. */
  verify(onFinding: (finding: VerifyFinding) => void): Promise<VerifyReport>;
  /** Opens the stores for a repair, which closes them. */
  open(): Promise<RepairableStores>;
  /** Fills another read model from the log and makes it current. */
  refill(): Promise<Refilled>;
  /**
   * True if what makes vectors starts again from the log on request, at the next start. Where it runs and has passed
   * those records, missing vectors need another read model.
   */
  readonly makesVectorsAgain: boolean;
}

export interface RepairedMemory<Refilled> {
  /** Absent if nothing was filled anew. */
  readonly refilled?: Refilled;
  /** Models whose missing vectors the next start finds and makes. */
  readonly vectorsAsked: readonly string[];
  readonly artifactsRemoved: number;
  /** Spaces whose units were folded again from the ledger. */
  readonly unitsFolded: number;
}

export interface VerifiedMemory<Refilled> {
  /** The state at the end: after the repair, if there was one. */
  readonly report: VerifyReport;
  readonly repaired?: RepairedMemory<Refilled>;
}

interface VerifyAndRepairOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** True to repair what can be made again from the log, and then to verify once more. */
  readonly repair: boolean;
  readonly signal?: AbortSignal;
}

/** Compares a memory with its log; with `repair`, repairs it and compares again. Errors: those of the memory. */
export async function verifyAndRepair<Refilled>(
  memory: RepairableMemory<Refilled>,
  { clock, repair, signal }: VerifyAndRepairOptions,
): Promise<VerifiedMemory<Refilled>> {
  const found: VerifyFinding[] = [];
  const verifiedFrom = clock.now();
  const report = await memory.verify((finding) => void found.push(finding));
  if (!repair || found.length === 0) return { report };
  const repaired = await repairMemory(memory, found, verifiedFrom);
  signal?.throwIfAborted();
  return { report: await memory.verify(() => undefined), repaired };
}

/**
 * Asks for missing vectors, folds units again, removes unreferenced artifacts, fills another read model. While the log
 * itself lacks records the read model and the artifacts stay, as they may be the last copy of them.
 */
async function repairMemory<Refilled>(
  { open, refill, makesVectorsAgain }: RepairableMemory<Refilled>,
  found: readonly VerifyFinding[],
  verifiedFrom: number,
): Promise<RepairedMemory<Refilled>> {
  const isWhole = isLogWhole(found);
  const lacking = found.filter(({ remedy }) => remedy === 'make_vectors');
  const vectorsAsked = makesVectorsAgain ? [...new Set(lacking.map(({ model }) => model!))] : [];
  const stores = await open();
  let artifactsRemoved = 0;
  let unitsFolded = 0;
  try {
    await askForVectors(stores, vectorsAsked);
    // They are made of the ledger alone, whatever the log lacks.
    const { ledger, units } = stores;
    if (ledger && units) unitsFolded = await foldUnitsAnew({ ledger, units }, found);
    if (isWhole) artifactsRemoved = await removeOrphans({ ...stores, verifiedFrom }, found);
  } finally {
    await stores.close();
  }
  const done = { vectorsAsked, artifactsRemoved, unitsFolded };
  const needsRefill = found.some(({ remedy }) => remedy === 'fill_anew') || (lacking.length > 0 && !makesVectorsAgain);
  return isWhole && needsRefill ? { ...done, refilled: await refill() } : done;
}

async function askForVectors({ log, index }: RepairableStores, models: readonly string[]): Promise<void> {
  for (const model of models)
    for (let partition = 0; partition < log.partitions; partition += 1) await index.vectors?.restartProgress(partition, model);
}
