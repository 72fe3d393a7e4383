import type { AuditEntry, AuditHead, AuditPoint, Clock, ControlStore } from '@total-recall/ports';
import { hashHex } from '../ids/hashes.ts';
import { linkEntry, signHead, type AuditSigner } from './audit-link.ts';

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
/**
 * Time without entries after which a chain of a cluster ends. The cluster forgets a chain once all its entries were
 * dropped by age, so none of these may go on; they are a day old at least.
 */
export const AUDIT_CHAIN_IDLE_MS = 12 * 3_600_000;

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
  /** Time without entries after which a chain ends and another begins. Default: for ever. */
  readonly idleMs?: number;
}

interface Chain {
  readonly name: string;
  /** Time of the last append. */
  readonly usedAt: number;
  readonly end: AuditPoint | undefined;
  /** End of the former chain, for the first entry of a new one. */
  readonly after: AuditPoint | undefined;
}

export function createAuditChains({ control, clock, nextId, writer, signer, idleMs = Infinity }: ChainsDeps): AuditChains {
  let chains = new Map<string, Chain>();
  let name = writer;
  let last = Promise.resolve();

  async function open(tenant: string): Promise<Chain> {
    const usedAt = clock.now();
    const heads = await control.auditHeads(tenant);
    const chainName = chainNameOf(name, tenant);
    const own = heads.find(({ chain }) => chain === chainName);
    if (own) return { name: chainName, usedAt, end: pointOf(own), after: undefined };
    const newest = heads.toSorted((a, b) => b.at - a.at)[0];
    return { name: chainName, usedAt, end: undefined, after: newest && pointOf(newest) };
  }

  const ended = async (head: AuditHead): Promise<AuditHead> => (signer ? signHead(head, signer) : head);

  const begin = (): void => void (name = `${writer}.${nextId(writer)}`);

  /** Ends a chain that was idle for too long; the next entry begins another, which names its end. */
  function endIdle(tenant: string, now: number): void {
    const chain = chains.get(tenant);
    if (!chain || now - chain.usedAt < idleMs) return;
    chains.delete(tenant);
    begin();
  }

  async function appendNow(entries: readonly AuditEntry[]): Promise<void> {
    const at = clock.now();
    const next = new Map<string, Chain>();
    const linked: AuditEntry[] = [];
    for (const entry of entries) {
      const { tenant } = entry;
      endIdle(tenant, at);
      const chain = next.get(tenant) ?? chains.get(tenant) ?? (await open(tenant));
      const placed = linkEntry(entry, chain.name, chain.end, chain.after);
      linked.push(placed);
      next.set(tenant, { ...chain, end: pointOf(placed.link!), after: undefined });
    }
    const heads = await Promise.all([...next].map(([tenant, { end }]) => ended({ tenant, ...end!, at })));
    try {
      await control.appendAudit(linked, heads);
    } catch (error) {
      chains = new Map();
      begin();
      throw error;
    }
    for (const [tenant, chain] of next) chains.set(tenant, { ...chain, usedAt: at });
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
