import type { AuditEntry, AuditHead, AuditPoint } from '@total-recall/ports';
import { isSignedBy } from '../sealing/service-signature.ts';
import { hashOfEntry, NO_HASH, signedPartOf } from './audit-link.ts';

export interface AuditProblem {
  readonly chain: string;
  /**
   * Number of the entry that was changed or inserted, or of the first that is missing; 0 for an
   * entry outside all chains.
   */
  readonly number: number;
  readonly what: 'changed' | 'removed' | 'inserted' | 'head';
  readonly message: string;
}

export interface VerifiedAudit {
  readonly entries: number;
  readonly chains: readonly { readonly chain: string; readonly first: number; readonly last: number }[];
  /** Entries written by versions without chains. */
  readonly unchained: number;
  /** Heads that were compared, and how many of them had their signature checked. */
  readonly heads: number;
  readonly signed: number;
  readonly problems: readonly AuditProblem[];
}

interface Followed {
  readonly first: number;
  readonly before: string;
  readonly hashes: Map<number, string>;
  last: number;
  hash: string;
}

/**
 * Compares the entries of one tenant, in the order of the store, with their chains and heads. Heads may come from the store,
 * or from an earlier export: only the latter reveal a tail that was cut together with its head. Pure.
 */
export function verifyAudit(entries: Iterable<AuditEntry>, given: readonly AuditHead[], publicKey?: string): VerifiedAudit {
  const heads = distinctHeads(given);
  const chains = new Map<string, Followed>();
  const points: AuditPoint[] = [];
  const checkpoints = new Map<string, AuditPoint[]>();
  const problems: AuditProblem[] = [];
  let [count, unchained] = [0, 0];
  for (const entry of entries) {
    count += 1;
    if (!entry.link) {
      if (chains.size === 0) unchained += 1;
      else problems.push({ chain: '', number: 0, what: 'inserted', message: `${entry.id} is in no chain, behind entries that are.` });
      continue;
    }
    problems.push(...follow(chains, entry));
    if (entry.link.after) points.push(entry.link.after);
    for (const point of entry.checkpoints ?? []) checkpoints.set(point.chain, [...(checkpoints.get(point.chain) ?? []), point]);
  }
  for (const [chain, followed] of chains) problems.push(...checkBeginning(chain, followed, checkpoints.get(chain) ?? []));
  const dropped = (point: AuditPoint): boolean => (checkpoints.get(point.chain) ?? []).some(({ number }) => number >= point.number);
  for (const point of [...heads, ...points]) problems.push(...checkPoint(chains.get(point.chain), point, dropped(point)));
  const signed = heads.filter(({ signature }) => signature !== undefined);
  for (const head of signed) problems.push(...checkSignature(head, publicKey));
  return {
    entries: count,
    chains: [...chains].map(([chain, { first, last }]) => ({ chain, first, last })),
    unchained,
    heads: heads.length,
    signed: signed.length,
    problems: distinct(problems),
  };
}

function follow(chains: Map<string, Followed>, entry: AuditEntry): AuditProblem[] {
  const { chain, number, previous, hash } = entry.link!;
  const problems: AuditProblem[] = [];
  const found = (what: AuditProblem['what'], at: number, message: string): void => void problems.push({ chain, number: at, what, message });
  if (hashOfEntry(entry) !== hash) found('changed', number, `Entry ${number} (${entry.id}) is not what was written.`);
  const followed = chains.get(chain);
  if (!followed) {
    chains.set(chain, { first: number, before: previous, hashes: new Map([[number, hash]]), last: number, hash });
    return problems;
  }
  if (number <= followed.last) {
    found('inserted', number, `Entry ${number} stands again (${entry.id}), behind ${followed.last}.`);
    return problems;
  }
  if (number > followed.last + 1) found('removed', followed.last + 1, missing(followed.last + 1, number - 1));
  else if (previous !== followed.hash)
    found('changed', followed.last, `Entry ${followed.last} is not the one that entry ${number} was written behind.`);
  followed.hashes.set(number, hash);
  followed.last = number;
  followed.hash = hash;
  return problems;
}

function missing(from: number, to: number): string {
  return from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`;
}

/** Checks that a chain starts with entry 1, or after entries that a checkpoint declares dropped by age. */
function checkBeginning(chain: string, { first, before }: Followed, checkpoints: readonly AuditPoint[]): AuditProblem[] {
  if (first === 1) return before === NO_HASH ? [] : [{ chain, number: 1, what: 'changed', message: 'Entry 1 names one before it.' }];
  if (checkpoints.some(({ number, hash }) => number === first - 1 && hash === before)) return [];
  return [{ chain, number: 1, what: 'removed', message: `${missing(1, first - 1)} No checkpoint says that they were dropped.` }];
}

/** Checks that the chain reaches a known point and has the same entry there. */
function checkPoint(followed: Followed | undefined, { chain, number, hash }: AuditPoint, isDropped: boolean): AuditProblem[] {
  if (isDropped && (!followed || number < followed.first)) return [];
  if (!followed) return [{ chain, number: 1, what: 'removed', message: `${missing(1, number)} Nothing of the chain is there.` }];
  if (number > followed.last)
    return [{ chain, number: followed.last + 1, what: 'removed', message: `${missing(followed.last + 1, number)} The chain was cut.` }];
  const there = followed.hashes.get(number);
  if (there === hash || number < followed.first) return [];
  return [{ chain, number, what: 'changed', message: `Entry ${number} is not the one that its end was kept of.` }];
}

function checkSignature(head: AuditHead, publicKey: string | undefined): AuditProblem[] {
  const own = head.publicKey ?? '';
  const message =
    publicKey !== undefined && own !== publicKey
      ? 'The end of the chain was signed with another key than the one given.'
      : isSignedBy(signedPartOf(head), own, head.signature!)
        ? undefined
        : 'The signature is not of this end of the chain.';
  return message === undefined ? [] : [{ chain: head.chain, number: head.number, what: 'head', message }];
}

/** Leaves out heads that are given more than once, as by several exports. */
function distinctHeads(heads: readonly AuditHead[]): AuditHead[] {
  return [...new Map(heads.map((head) => [JSON.stringify([head.chain, head.number, head.hash, head.signature]), head])).values()];
}

function distinct(problems: readonly AuditProblem[]): AuditProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.chain} ${problem.number} ${problem.what}`, problem])).values()];
}
