import { FOLD_VERSION } from '@total-recall/domain';
import type { Logger } from '@total-recall/observability';
import type { EventLog, MemoryIndex, ReadModelGenerations, Sealer, SessionStore } from '@total-recall/ports';
import { forwarding, TotalRecallError, type Health } from '@total-recall/runtime';
import { refoldSession } from '../project/refold-session.ts';
import type { BesideFormer } from './fill-beside-former.ts';

/** One generation of a read model, open. */
export interface OpenGeneration {
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  /** Returns not ready once the generation turned out to be damaged. */
  health(): Health;
  close(): Promise<void>;
}

/**
 * The places in which generations lie, for a process that alone opens them. `open` makes a generation that does not
 * exist, and prepares one that does (`prepareGeneration`). Errors: `damaged` if it is not what was written.
 */
export interface GenerationPlaces {
  open(generation: string): Promise<OpenGeneration>;
  /** Moves a generation out of the way and returns where it is now. */
  putAside(generation: string): Promise<string>;
  /** Names the place for people. */
  pathOf(generation: string): string;
}

/** A read model of this version that must be filled while one of an earlier version answers. */
export type UnfilledReadModel = BesideFormer & Pick<OpenGeneration, 'index' | 'sessions'>;

export interface OpenedReadModels extends OpenGeneration {
  readonly unfilled?: UnfilledReadModel;
}

export interface OpenReadModelsDeps {
  readonly generations: Pick<ReadModelGenerations, 'standing' | 'drop' | 'switchTo'>;
  readonly places: GenerationPlaces;
  readonly log: Pick<EventLog, 'partitions' | 'end'>;
  /** Opens the events of sessions that must be folded again. */
  readonly sealer: Sealer;
  readonly logger: Logger;
  /** True to put a damaged generation aside and fill a new one; otherwise it is refused with `damaged`. */
  readonly mends: boolean;
}

/**
 * Opens the read model of this version, beside one of an earlier version if that exists and can be opened: the earlier
 * one answers until the caller has filled the other. Drops generations that nobody needs any more.
 */
export async function openReadModels(deps: OpenReadModelsDeps): Promise<OpenedReadModels> {
  const { generations } = deps;
  const { current, toFill, left } = await generations.standing();
  for (const name of left) await generations.drop(name);
  const own = await openWhole(deps, toFill);
  const former = current === undefined || current === toFill ? undefined : await openFormer(deps, current);
  if (former === undefined) return own;
  let present = former;
  let removing: Promise<void> | undefined;
  let isFormerThere = true;
  let closing: Promise<void> | undefined;
  const closeFormer = async (): Promise<void> => (closing ??= former.close());
  const remove = async (): Promise<void> => {
    await closeFormer();
    await generations.switchTo(toFill);
    isFormerThere = false;
  };
  return {
    index: {
      ...forwarding(() => present.index),
      vectors: forwarding(() => present.index.vectors!),
      erasing: forwarding(() => present.index.erasing!),
    },
    sessions: forwarding(() => present.sessions),
    health: () => present.health(),
    unfilled: {
      index: own.index,
      sessions: own.sessions,
      generation: toFill,
      former: current!,
      takeOver: () => void (present = own),
      // One that failed is tried again by the next call.
      removeFormer: async () => {
        if (isFormerThere) await (removing ??= remove().finally(() => (removing = undefined)));
      },
      isFormerThere: () => isFormerThere,
    },
    async close() {
      try {
        await (removing ?? closeFormer());
      } finally {
        await own.close();
      }
    },
  };
}

/** Opens a generation of this version. A damaged one is put aside, as the log has everything it held. */
async function openWhole({ places, log, logger, mends }: OpenReadModelsDeps, generation: string): Promise<OpenGeneration> {
  try {
    return await places.open(generation);
  } catch (error) {
    if (!(error instanceof TotalRecallError) || error.code !== 'damaged') throw error;
    if (!mends) throw new TotalRecallError('damaged', `${error.message} The next start fills the read model anew.`, { cause: error });
    const aside = await places.putAside(generation);
    const ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
    const records = ends.reduce((sum, end) => sum + end + 1, 0);
    const folder = places.pathOf(generation);
    logger.error({ folder, aside, err: error, records }, 'the read model is damaged and put aside; it is filled anew from the log');
    return places.open(generation);
  }
}

/**
 * Opens the read model of an earlier version, whose states of an earlier fold are folded again when they are read. One
 * that cannot be opened is put aside, as the log has everything it held.
 */
async function openFormer({ places, sealer, logger, mends }: OpenReadModelsDeps, generation: string): Promise<OpenGeneration | undefined> {
  try {
    const { index, sessions, health, close } = await places.open(generation);
    const load: SessionStore['load'] = async (address) => {
      const saved = await sessions.load(address);
      return saved === undefined || saved.foldVersion === FOLD_VERSION ? saved : refoldSession({ index, sealer }, saved);
    };
    return { index, sessions: { ...sessions, load }, health, close };
  } catch (error) {
    logger.warn(
      { folder: places.pathOf(generation), err: error },
      'the read model of an earlier version cannot be opened; that of this version is filled from the log',
    );
    if (mends) await places.putAside(generation);
    return undefined;
  }
}
