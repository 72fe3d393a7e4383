import type { AuditEntry, AuditHead, AuditPoint, Clock, ControlStore } from '@total-recall/ports';
import { hashHex } from '../ids/hashes.ts';
import { linkEntry, signedPartOf } from './audit-link.ts';

/** Signs the heads of chains, so that write access to the store is not enough to forge them. */
export interface AuditSigner {
  publicKey(): Promise<string>;
  /** Returns an Ed25519 signature in base64url. */
  sign(bytes: Uint8Array): Promise<string>;
}

/** Appends entries to the chains of one writer, one chain per tenant. */
export interface AuditChains {
  /**
   * Appends in order. When it resolves, the entries and their chains' heads are durable. Calls run one
   * after the other. After a failure it is unknown what was stored, so the writer starts new chains, which
   * name the end of the former ones.
   */
  append(entries: readonly AuditEntry[]): Promise<void>;
}

const CHAIN_NAME_LENGTH = 16;

interface ChainsDeps {
  readonly control: Pick<ControlStore, 'appendAudit' | 'auditHeads'>;
  readonly clock: Clock;
  readonly nextId: (of: string) => string;
  /**
   * Names the chains of this writer, which continue after a restart under the same name. No two
   * running writers share one.
   */
  readonly writer: string;
  /** Without it heads are not signed. */
  readonly signer?: AuditSigner;
}

interface Chain {
  readonly name: string;
  readonly end: AuditPoint | undefined;
  /** End of the former chain, for the first entry of a new one. */
  readonly after: AuditPoint | undefined;
}

export function createAuditChains({ control, clock, nextId, writer, signer }: ChainsDeps): AuditChains {
  let chains = new Map<string, Chain>();
  let name = writer;
  let last = Promise.resolve();

  async function open(tenant: string): Promise<Chain> {
    const heads = await control.auditHeads(tenant);
    const chainName = chainNameOf(name, tenant);
    const own = heads.find(({ chain }) => chain === chainName);
    if (own) return { name: chainName, end: pointOf(own), after: undefined };
    const newest = heads.toSorted((a, b) => b.at - a.at)[0];
    return { name: chainName, end: undefined, after: newest && pointOf(newest) };
  }

  async function sign(head: AuditHead): Promise<AuditHead> {
    if (!signer) return head;
    const [publicKey, signature] = await Promise.all([signer.publicKey(), signer.sign(signedPartOf(head))]);
    return { ...head, publicKey, signature };
  }

  async function appendNow(entries: readonly AuditEntry[]): Promise<void> {
    const next = new Map<string, Chain>();
    const linked: AuditEntry[] = [];
    for (const entry of entries) {
      const { tenant } = entry;
      const chain = next.get(tenant) ?? chains.get(tenant) ?? (await open(tenant));
      const placed = linkEntry(entry, chain.name, chain.end, chain.after);
      linked.push(placed);
      next.set(tenant, { ...chain, end: pointOf(placed.link!), after: undefined });
    }
    const at = clock.now();
    const heads = await Promise.all([...next].map(([tenant, { end }]) => sign({ tenant, ...end!, at })));
    try {
      await control.appendAudit(linked, heads);
    } catch (error) {
      chains = new Map();
      name = `${writer}.${nextId(writer)}`;
      throw error;
    }
    for (const [tenant, chain] of next) chains.set(tenant, chain);
  }

  return {
    append: (entries) => {
      const done = last.then(() => appendNow(entries));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** Names a chain by writer and tenant, so that tenants cannot see which of their chains have the same writer. */
function chainNameOf(writer: string, tenant: string): string {
  return hashHex(JSON.stringify([writer, tenant])).slice(0, CHAIN_NAME_LENGTH);
}

function pointOf({ chain, number, hash }: AuditPoint): AuditPoint {
  return { chain, number, hash };
}
