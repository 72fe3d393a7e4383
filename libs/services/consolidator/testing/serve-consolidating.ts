import { createMemoryUnitStore } from '@total-recall/adapter-memory';
import { createMemoryEraser, createMemoryIngest, createMemoryStores } from '@total-recall/ingest/testing';
import type { NewEvent } from '@total-recall/domain';
import type { SurfaceCounts, TokenCounter, UnitStore } from '@total-recall/ports';
import { createBackgroundPace, createLedgerOwner, createWorkGate, loopBusyMs, type WorkGate } from '@total-recall/runtime';
import { createConsolidator, type ConsolidationModel, type ConsolidatorConfig, type FactReader } from '../src/index.ts';

export const TENANT = 'acme';
export const PLACE = { tenant: TENANT, space: 'main' } as const;

const STATED = /[^.]*?\bthe ([a-z ]+) (?:is|are) (no longer set|[^.]+?)(?: now)?\.\s*/giu;

/**
 * Reads sentences like "The port is 4100." A small reader keeps the tests of the sweep apart from the rules of the
 * language.
 */
export const PLAIN_READER: FactReader = {
  version: 1,
  read: ({ text, kind }) =>
    kind !== 'user_message'
      ? []
      : [...text.matchAll(STATED)].map(({ index, 0: whole, 1: attribute, 2: value }) => ({
          label: attribute!.startsWith('name') ? ('user' as const) : ('project' as const),
          subject: attribute!.startsWith('name') ? 'user' : 'project',
          attribute: attribute!.toLowerCase(),
          ...(value !== 'no longer set' && { value: value! }),
          ...(value === 'no longer set' && { ends: true }),
          kind: 'value' as const,
          from: index,
          to: index + whole.trimEnd().length,
        })),
  keyOf: ({ label, subject, attribute }) => `${label} ${subject} ${attribute}`,
  compare: (earlier, later) => (earlier.value === later.value ? 'same' : 'supersedes'),
};

/** Creates a service over memory stores whose consolidator sweeps on demand. */
export async function serveConsolidating(
  tokens: TokenCounter,
  config: Partial<ConsolidatorConfig> = {},
  reader: FactReader = PLAIN_READER,
  /** Wraps each port that the consolidator calls, to have calls fail. */
  wrap: <Port extends object>(port: Port) => Port = (port) => port,
  language?: ConsolidationModel,
) {
  const stores = { ...createMemoryStores(), units: createMemoryUnitStore() as UnitStore };
  const memory = createMemoryIngest(stores, tokens);
  await stores.control.putTenant({ id: TENANT, name: TENANT, createdAt: 0 });
  await memory.ingest.start();
  const { clock, scheduler } = memory.deps;
  const gate = createWorkGate({ clock, scheduler }, { slots: 2, deadlineMs: 60_000, waitingPerTenant: 256, waiting: 256 });
  /** Costs of the steps of reads. */
  const spent: number[] = [];
  const noted: WorkGate = {
    run: (work, act) => gate.run(work, (turn) => act({ ...turn, spend: (cost) => (spent.push(cost), turn.spend(cost)) })),
  };
  /** Limits of searches that were met. */
  const limits: string[] = [];
  /** Sums of units, as they were told. */
  const counted: Pick<SurfaceCounts, 'visible' | 'archived' | 'unreachable'>[] = [];
  const failures: unknown[] = [];
  const refolded: number[] = [];
  /** `beforePurge` runs between the request of an erasure and the removal of what it names. */
  const hooks: { beforePurge?: () => Promise<unknown> } = {};
  const make = async () => {
    const ledger = wrap(stores.ledger);
    const owner = createLedgerOwner(ledger);
    const { eraser } = createMemoryEraser(stores, memory, {
      owner,
      exclusively: async (partition, work) => {
        await hooks.beforePurge?.();
        return memory.ingest.exclusively(partition, work);
      },
    });
    const consolidator = createConsolidator(
      {
        ...memory.deps,
        marks: wrap(memory.deps.marks),
        index: wrap(memory.deps.index),
        sessions: wrap(memory.deps.sessions),
        keys: wrap(memory.deps.keys),
        sealer: wrap(memory.deps.sealer),
        content: wrap(memory.deps.content),
        ledger,
        owner,
        units: wrap(stores.units),
        control: stores.control,
        gate: noted,
        pace: createBackgroundPace({ clock, scheduler, busyMs: loopBusyMs }),
        ingest: memory.ingest,
        takenIn: (place) => eraser.takenIn(place),
        reader,
        ...(language && { language }),
        observer: {
          swept: () => undefined,
          decided: () => undefined,
          limitReached: (limit) => void limits.push(limit),
          capacityReached: (_place, { facts, groups }) => void limits.push(`full ${facts}${groups > 0 ? ` and ${groups} groups` : ''}`),
          backlogObserved: () => undefined,
          failed: (_where, error) => failures.push(error),
          counted: (units) => void counted.push(units),
          refolded: (partition) => refolded.push(partition),
        },
      },
      { sweepMinutes: 0, ...config },
    );
    await eraser.start();
    await consolidator.start();
    return { consolidator, eraser, owner };
  };
  let running = await make();
  return {
    deps: memory.deps,
    ingest: memory.ingest,
    stores,
    failures,
    limits,
    counted,
    spent,
    refolded,
    hooks,
    consolidator: () => running.consolidator,
    eraser: () => running.eraser,
    owner: () => running.owner,
    async say(session: string, ...said: readonly (string | NewEvent)[]): Promise<string[]> {
      const events = said.map((one): NewEvent => (typeof one === 'string' ? { kind: 'user_message', text: one } : one));
      const appended = await memory.ingest.append({ ...PLACE, session, events, wait: 'searchable' });
      return appended.events.map(({ id }) => id);
    },
    /** Returns what holds in the space, as text. */
    async current(): Promise<string[]> {
      return (await running.consolidator.facts({ ...PLACE, limit: 100 })).facts.map(({ text }) => text);
    },
    /** Ends the process and starts another over the same stores; without the unit store where that is lost. */
    async restart({ losesUnits = false } = {}): Promise<void> {
      await running.consolidator.stop();
      await running.eraser.stop();
      if (losesUnits) stores.units = createMemoryUnitStore();
      running = await make();
    },
    /** A second process over the same stores, which takes the ledger over. */
    rival: make,
    async stop(): Promise<void> {
      await running.consolidator.stop();
      await running.eraser.stop();
      await memory.ingest.stop();
    },
  };
}
