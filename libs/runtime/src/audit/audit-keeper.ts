import type { AuditBreak, AuditShare, Clock, ControlStore, LostAudit, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { createSerialQueue } from '../parallel/in-turn.ts';
import { createDropAnnouncer } from './announce-drops.ts';
import { AUDIT_CHAIN_IDLE_MS, createAuditChains } from './audit-chains.ts';
import { signHead, type AuditSigner } from './audit-link.ts';
import { dropOldAudit } from './drop-old-audit.ts';

export interface AuditKeeperDeps {
  readonly control: ControlStore;
  readonly signer: AuditSigner;
  /** True where several processes write the audit. A single one signs as it writes. */
  readonly signsForAll: boolean;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly nextId: (of: string) => string;
  /** Names the chains that entries about drops stand in. No two running writers share one. */
  readonly writer: string;
  readonly observer: AuditKeeperObserver;
}

export interface AuditKeeperObserver {
  onSigned(ends: number): void;
  /** A chain is not what was written; its end is not signed any further. */
  onBreak(found: AuditBreak): void;
  /** The store of the audit has lost its end. What is left is compared with the signed ends, and breaks follow. */
  onLost(lost: LostAudit): void;
  /** A round failed; another follows. */
  onFailure(error: unknown): void;
}

/** Signs the ends of chains and drops entries by age, while this process owns the audit. */
export interface AuditKeeper {
  take(): Promise<void>;
  release(): Promise<void>;
  stop(): Promise<void>;
}

/** Every process of a cluster reads each end that is signed, so a shorter time is work for all of them. */
const SIGN_MS = 5_000;
const DROP_MS = 3_600_000;
/**
 * Time after a failure until the next claim. A process that has lost the audit without knowing it would take it back
 * from the new owner at each round.
 */
const CLAIM_AGAIN_MS = 10_000;

export function createAuditKeeper(deps: AuditKeeperDeps): AuditKeeper {
  const { control, signer, signsForAll, clock, nextId, observer } = deps;
  const drops = createDropAnnouncer({ chains: createAuditChains({ ...deps, idleMs: AUDIT_CHAIN_IDLE_MS }), clock, nextId });
  const inTurn = createSerialQueue();
  let isWanted = false;
  let share: AuditShare | undefined;
  let [claimAtMs, dropAtMs] = [0, 0];

  /** Returns true when everything written before was read, and its ends are signed. */
  async function signGrown(own: AuditShare): Promise<boolean> {
    if (!signsForAll) return true;
    const { ends, breaks, isWhole, lost } = await own.unsigned();
    if (lost) observer.onLost(lost);
    for (const found of breaks) observer.onBreak(found);
    if (ends.length === 0) return isWhole;
    // An end that is only to be written again keeps its signature, so that nothing is signed that was not compared.
    await own.sign(await Promise.all(ends.map((head) => (head.signature === undefined ? signHead(head, signer) : head))));
    observer.onSigned(ends.length);
    return isWhole;
  }

  async function dropOld(own: AuditShare): Promise<void> {
    // After a failure too, the next attempt is an hour later: each may add an entry.
    dropAtMs = clock.monotonicMs() + DROP_MS;
    await dropOldAudit(control, own, {
      now: clock.now(),
      isWanted: () => isWanted,
      announce: async (old, beforeOf) => {
        await drops.announce(old, beforeOf);
        // The checkpoints are signed before anything goes.
        if (await signGrown(own)) return;
        throw new TotalRecallError('unavailable', 'The audit is written faster than it is read. Its old entries are dropped later.');
      },
      onDropped: (tenants) => drops.dropped(tenants),
      onFailure: (error) => {
        // The next claim finishes what was begun.
        giveUp();
        observer.onFailure(error);
      },
    });
  }

  function giveUp(): void {
    share = undefined;
    claimAtMs = clock.monotonicMs() + CLAIM_AGAIN_MS;
  }

  async function round(): Promise<void> {
    if (!isWanted || (share === undefined && clock.monotonicMs() < claimAtMs)) return;
    try {
      share ??= await control.ownAudit();
      const isWhole = await signGrown(share);
      if (isWhole && clock.monotonicMs() >= dropAtMs) await dropOld(share);
    } catch (error) {
      giveUp();
      observer.onFailure(error);
    }
  }

  const timer = deps.scheduler.every(SIGN_MS, () => inTurn(round));
  const release = (): Promise<void> => {
    // A drop that runs ends with the present tenants.
    isWanted = false;
    return inTurn(async () => {
      isWanted = false;
      share = undefined;
    });
  };
  return {
    take: () =>
      inTurn(async () => {
        isWanted = true;
        [claimAtMs, dropAtMs] = [0, 0];
      }),
    release,
    stop: async () => {
      timer.cancel();
      await release();
    },
  };
}
