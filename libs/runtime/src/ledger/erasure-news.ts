import { withLateQuotes, type ErasureTargets, type LedgerAct } from '@total-recall/domain';
import type { LedgerFeed, Scheduler } from '@total-recall/ports';
import type { Component } from '../lifecycle/component.ts';

type Requested = Extract<LedgerAct, { type: 'ErasureRequested' }>;

/** Erasures as the ledger tells of them, for a process that holds texts but no keys, which would tell it of their end. */
export interface ErasureNews extends Required<Pick<Component, 'name' | 'start' | 'stop'>> {
  /**
   * Registers what to do when something of a session is erased, or of a whole space where none is named: once when the
   * erasure is requested, and once when it is done, as its texts may be read in between.
   */
  onErased(run: (place: { readonly session?: string }) => void): void;
}

export interface ErasureNewsDeps {
  readonly feed: LedgerFeed;
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly onFailure: (error: unknown) => void;
}

const LOOK_MS = 1_000;

/** Polls the ledger for erasures. Where a part of it cannot be read any more, each look tells that anything may be erased. */
export function createErasureNews({ feed, scheduler, onFailure }: ErasureNewsDeps): ErasureNews {
  const listeners: ((place: { readonly session?: string }) => void)[] = [];
  const requested = new Map<string, Requested>();
  const tell = (place: { readonly session?: string }): void => listeners.forEach((run) => run(place));
  const tellOf = ({ events, sessions, spaces }: ErasureTargets): void => {
    if (spaces.length > 0) tell({});
    for (const session of new Set([...events, ...sessions].map((named) => named.session))) tell({ session });
  };
  let timer: { cancel(): void } | undefined;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    for (const { id, act } of await feed.read())
      if (act.type === 'ErasureRequested') {
        requested.set(id, act);
        tellOf(act.targets);
      } else if (act.type === 'ErasureExtended') {
        const planned = requested.get(act.erasureId);
        if (planned) requested.set(act.erasureId, withLateQuotes(planned, act.targets));
        tellOf(act.targets);
      } else if (act.type === 'ErasureCompleted') {
        const taken = requested.get(act.erasureId);
        requested.delete(act.erasureId);
        if (taken) tellOf(taken.targets);
      }
    if (feed.refusal?.()) tell({});
  };
  return {
    name: 'erasure-news',
    onErased: (run) => void listeners.push(run),
    async start() {
      await look();
      // A look that takes longer than the time between two is not overtaken by the next.
      timer = scheduler.every(LOOK_MS, () => (looking = looking.then(look).catch(onFailure)));
    },
    async stop() {
      timer?.cancel();
      await looking;
    },
  };
}
