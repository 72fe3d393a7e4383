import { randomBytes } from 'node:crypto';
import { TotalRecallError } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import { encodeClaim, type AuditClaim, type HeldAudit } from './held-audit.ts';

export interface ClaimedAudit {
  /** Offset up to which the ends of all chains were signed when it was claimed. */
  readonly next: number;
  /** Errors: `unavailable` once another process owns the audit. */
  refuseFormerOwner(): Promise<void>;
  /** Writes down up to which offset the ends of all chains are signed. The next owner goes on there. */
  noteSigned(next: number): Promise<void>;
}

const CLAIMS = 10;

/** Takes the audit over from whoever owned it. Errors: `unavailable` when others take it over all the time. */
export async function claimAudit(control: Pick<TopicTable, 'write' | 'catchUp'>, held: HeldAudit): Promise<ClaimedAudit> {
  for (let left = CLAIMS; left > 0; left -= 1) {
    await control.catchUp();
    const { epoch, next } = held.claim();
    const claim: AuditClaim = { epoch: epoch + 1, owner: randomBytes(12).toString('hex'), next };
    await control.write([encodeClaim(claim)]);
    if (held.owns(claim)) return claimedAudit(control, held, claim);
  }
  throw new TotalRecallError('unavailable', 'Other processes keep taking over the audit. Try again.', { retryAfterMs: 1_000 });
}

function claimedAudit(control: Pick<TopicTable, 'write' | 'catchUp'>, held: HeldAudit, claim: AuditClaim): ClaimedAudit {
  const refuseFormerOwner = async (): Promise<void> => {
    await control.catchUp();
    if (!held.owns(claim)) throw new TotalRecallError('unavailable', 'Another process owns the audit by now.');
  };
  return {
    next: claim.next,
    refuseFormerOwner,
    noteSigned: async (next) => void (await control.write([encodeClaim({ ...claim, next })])),
  };
}
