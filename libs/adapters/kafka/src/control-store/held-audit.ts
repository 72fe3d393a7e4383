import type { AuditHead, AuditPoint } from '@total-recall/ports';
import { readJson } from '../table/read-json.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

/** The process that signs the audit, and the offset in `tr.audit-entries` up to which the ends of all chains are signed. */
export interface AuditClaim {
  readonly epoch: number;
  /** Random id of this claim. */
  readonly owner: string;
  readonly next: number;
}

/** Offset at which the audit of a tenant begins. What stands before it was dropped, and is invisible. */
export interface AuditStart {
  readonly tenant: string;
  readonly offset: number;
  /** Offset from which dropped entries may still be in the topic; `offset` once all are removed. */
  readonly from: number;
  /** Last dropped entry of each chain that goes on. */
  readonly checkpoints: readonly AuditPoint[];
  /** Chains that have no entry left. Their ends are removed with the entries. */
  readonly ended: readonly string[];
}

export type AuditKind = 'audit_owner' | 'audit_head' | 'audit_start';

/**
 * State of the audit in `tr.control`: its owner, the signed ends of chains, and where the audit of each tenant begins.
 * The order of the topic decides who owns it. Of two ends of a chain the later one counts, whoever wrote it: both are
 * true, as an end is nothing but what its entry says.
 */
export interface HeldAudit {
  apply(kind: AuditKind, id: string, value: Buffer | null): void;
  claim(): AuditClaim;
  owns(claim: AuditClaim): boolean;
  head(tenant: string, chain: string): AuditHead | undefined;
  heads(tenant: string): AuditHead[];
  /** Signed ends of all tenants. */
  allHeads(): AuditHead[];
  /** Ends over which an older one was written, by a process that has lost the audit. They have to be written again. */
  overwritten(): AuditHead[];
  start(tenant: string): AuditStart | undefined;
  starts(): AuditStart[];
  /** Keys of starts before the present one of a tenant. */
  formerStarts(tenant: string): ProducedRecord[];
}

export function createHeldAudit(): HeldAudit {
  let current: AuditClaim = { epoch: 0, owner: '', next: 0 };
  const heads = new Map<string, Map<string, AuditHead>>();
  const overwritten = new Map<string, AuditHead>();
  /** Starts by tenant, then by offset. */
  const starts = new Map<string, Map<number, AuditStart>>();
  const owns = ({ epoch, owner }: AuditClaim): boolean => epoch === current.epoch && owner === current.owner;

  const takeOwner = (claim: AuditClaim | undefined): void => {
    if (claim && (claim.epoch > current.epoch || owns(claim))) current = claim;
  };
  const takeHead = (id: string, head: AuditHead | undefined): void => {
    const [tenant, chain] = id.split('/') as [string, string];
    const chains = heads.get(tenant) ?? new Map<string, AuditHead>();
    heads.set(tenant, chains);
    const held = chains.get(chain);
    overwritten.delete(id);
    if (!head) chains.delete(chain);
    else if (held && !follows(held, head)) overwritten.set(id, held);
    else chains.set(chain, head);
  };
  const takeStart = (id: string, start: AuditStart | undefined): void => {
    const [tenant, offset] = id.split('/') as [string, string];
    const own = starts.get(tenant) ?? new Map<number, AuditStart>();
    starts.set(tenant, own);
    if (start) own.set(Number(offset), start);
    else own.delete(Number(offset));
  };
  const startOf = (tenant: string): AuditStart | undefined =>
    [...(starts.get(tenant)?.values() ?? [])].reduce<AuditStart | undefined>(
      (last, start) => (last && last.offset > start.offset ? last : start),
      undefined,
    );
  return {
    apply: (kind, id, value) => {
      if (kind === 'audit_owner') takeOwner(readJson(value));
      else if (kind === 'audit_head') takeHead(id, readJson(value));
      else takeStart(id, readJson(value));
    },
    claim: () => current,
    owns,
    head: (tenant, chain) => heads.get(tenant)?.get(chain),
    heads: (tenant) => [...(heads.get(tenant)?.values() ?? [])],
    allHeads: () => [...heads.values()].flatMap((chains) => [...chains.values()]),
    overwritten: () => [...overwritten.values()],
    start: startOf,
    starts: () => [...starts.keys()].flatMap((tenant) => startOf(tenant) ?? []),
    formerStarts: (tenant) => {
      const present = startOf(tenant)?.offset;
      return [...(starts.get(tenant)?.values() ?? [])].filter(({ offset }) => offset !== present).map(encodeStartRemoval);
    },
  };
}

/** Returns true when the second end may take the place of the first. */
function follows(held: AuditHead, head: AuditHead): boolean {
  return head.number > held.number || (head.number === held.number && head.hash === held.hash);
}

export function encodeClaim(claim: AuditClaim): ProducedRecord {
  return { key: keyOf('audit_owner', 'audit'), value: Buffer.from(JSON.stringify(claim)) };
}

export function encodeHead(head: AuditHead): ProducedRecord {
  return { key: keyOf('audit_head', `${head.tenant}/${head.chain}`), value: Buffer.from(JSON.stringify(head)) };
}

export function encodeHeadRemoval(tenant: string, chain: string): ProducedRecord {
  return { key: keyOf('audit_head', `${tenant}/${chain}`), value: null };
}

/** Each start has a key of its own: one written late by a former owner replaces none. */
export function encodeStart(start: AuditStart): ProducedRecord {
  return { key: keyOf('audit_start', `${start.tenant}/${start.offset}`), value: Buffer.from(JSON.stringify(start)) };
}

export function encodeStartRemoval({ tenant, offset }: AuditStart): ProducedRecord {
  return { key: keyOf('audit_start', `${tenant}/${offset}`), value: null };
}

function keyOf(kind: AuditKind, id: string): Buffer {
  return Buffer.from(`${kind}/${id}`);
}
