import type { EventLog, FillClaim, GenerationStanding, ReadModelGenerations } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { fillGeneration, type FillDeps, type Filled, type FillOptions, type GenerationFiller } from './fill-generation.ts';

export interface RebuildDeps extends FillDeps {
  readonly generations: Pick<ReadModelGenerations, 'standing' | 'begin' | 'marks' | 'switchTo' | 'claim'>;
  /** Throws where a rebuild must not begin. */
  readonly refuse?: (standing: GenerationStanding) => void | Promise<void>;
  /** Starts what fills a generation. It is called once the generation was begun, and stopped before the switch. */
  readonly startFiller: (generation: string) => Promise<GenerationFiller>;
}

export interface RebuiltReadModel {
  /** Generation that is current now. */
  readonly generation: string;
  /** Absent when an earlier run had already switched. */
  readonly filled?: Filled;
  /** New place of the read model that this run put aside. */
  readonly aside?: string;
}

/** Time that `isTakenOver` waits. */
const TAKEN_OVER_MS = 60_000;

/**
 * Fills the next generation of a read model from the log and makes it current. All progress is in the generations, so
 * a run that was killed is continued by the next. It begins no other generation while one that an earlier rebuild
 * replaced is still there. Returns undefined if the signal stopped it. Errors: `unavailable` while another rebuild runs,
 * those of `refuse`, of the fill, and of the generations.
 */
export async function rebuildReadModel(
  deps: RebuildDeps,
  options: Pick<FillOptions, 'onProgress' | 'signal'>,
): Promise<RebuiltReadModel | undefined> {
  const claim = await claimFor(deps);
  try {
    const signals = [options.signal, claim?.lost].filter((signal) => signal !== undefined);
    const rebuilt = await rebuildAlone(deps, { ...options, signal: AbortSignal.any(signals) });
    if (!rebuilt && claim?.lost.aborted) throw heldByOther(deps);
    return rebuilt;
  } finally {
    await claim?.release();
  }
}

async function claimFor(deps: RebuildDeps): Promise<FillClaim | undefined> {
  if (deps.generations.claim === undefined) return undefined;
  const claim = await deps.generations.claim();
  if (!claim) throw heldByOther(deps);
  return claim;
}

function heldByOther({ noun }: Pick<RebuildDeps, 'noun'>): TotalRecallError {
  return new TotalRecallError(
    'unavailable',
    `Another rebuild of the ${noun} is running. Wait for it, or stop it; one that was killed counts as running for some seconds.`,
  );
}

async function rebuildAlone(deps: RebuildDeps, options: Pick<FillOptions, 'onProgress' | 'signal'>): Promise<RebuiltReadModel | undefined> {
  const { generations, refuse, startFiller } = deps;
  const standing = await generations.standing();
  await refuse?.(standing);
  const { current, left, isBegun } = standing;
  if (current !== undefined && left.length > 0 && !isBegun) return { generation: current };
  const { generation, aside } = await generations.begin();
  const filler = await startFiller(generation);
  const readMarks = current === undefined || current === generation ? undefined : current;
  try {
    const filled = await fillGeneration(filler, deps, {
      ...options,
      generation,
      ...(readMarks !== undefined && { marksRead: (partition: number) => generations.marks(readMarks, partition) }),
    });
    if (!filled || options.signal?.aborted) return undefined;
    await generations.switchTo(generation);
    return { generation, filled, ...(aside !== undefined && { aside }) };
  } finally {
    await filler.stop();
  }
}

/**
 * Waits up to a minute for a generation to hold everything that is in the log now, and returns true when it does. Only
 * a service that has taken it over can have written that.
 */
export async function isTakenOver(
  {
    generations,
    log,
    scheduler,
    lookMs,
  }: Pick<RebuildDeps, 'generations' | 'scheduler' | 'lookMs'> & { readonly log: Pick<EventLog, 'end' | 'partitions'> },
  generation: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const partitions = Array.from({ length: log.partitions }, (_, partition) => partition);
  const ends = await Promise.all(partitions.map((partition) => log.end(partition)));
  for (let waitedMs = 0; !signal?.aborted; waitedMs += lookMs) {
    const marks = await Promise.all(partitions.map((partition) => generations.marks(generation, partition)));
    if (marks.every(({ searchable }, at) => searchable >= ends[at]!)) return true;
    if (waitedMs >= TAKEN_OVER_MS) break;
    await scheduler.delay(lookMs, signal).catch(() => undefined);
  }
  return false;
}
