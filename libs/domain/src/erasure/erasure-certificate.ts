import type { ErasureCounts, ErasureTargets, RecordedScope, Withheld } from './erasure-scope.ts';
import { withLateQuotes, type LateQuotes } from './late-quotes.ts';

/** A service of one process on a data folder, or one of several processes on servers. */
export type ServiceMode = 'one_process' | 'cluster';

interface CertifiedStores {
  /** Stores of the service that an erasure purged, by what they hold. */
  readonly purged: readonly string[];
  /** Copies that no erasure reaches. */
  readonly outside: readonly string[];
}

/** Backups that a service was told of. Times as ISO 8601, UTC. */
export interface KnownBackups {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

const PURGED = ['keys', 'index', 'vectors', 'session states', 'artifacts', 'analytics', 'caches'];
const OF_OTHERS = ['calls of models that had the events in their windows', 'logs of other programs'];

/** Copies that commands of the service wrote on request, which no store knows of. */
const WRITTEN_FILES = 'files that `total-recall export` and `total-recall digest --write` wrote';

/** Stores that certificates name. What a program before them certified has the lists of that time. */
const STORES: Readonly<Record<ServiceMode | 'unknown', CertifiedStores>> = {
  one_process: {
    purged: [...PURGED, 'read models and analytics that were put aside'],
    outside: [
      'backups and copies of the data folder made before the erasure, of which the service knows neither place nor age',
      'snapshots of the disk',
      ...OF_OTHERS,
    ],
  },
  cluster: {
    purged: PURGED,
    outside: [
      'wrapped keys that were replaced, on the brokers until the topic of keys is compacted; they open with the master key alone',
      'replaced parts of analytics on the disk of their server, for minutes',
      'earlier versions of objects, where a bucket keeps them',
      'backups and copies of topics, buckets and indices made before the erasure, of which the service knows neither place nor age',
      'snapshots of the disks',
      ...OF_OTHERS,
    ],
  },
  unknown: {
    purged: PURGED,
    outside: ['backups and copies of the data folder made before the erasure', 'snapshots of the disk', ...OF_OTHERS],
  },
};

/** Facts noted when an erasure was completed. The ledger keeps them, so that its certificate never changes. */
export interface SeenErasure {
  /** Version of the service that did it. */
  readonly service: string;
  /** Absent for what an earlier program completed. */
  readonly mode?: ServiceMode;
  /** True where the certificate names files that commands wrote; absent for what an earlier program completed. */
  readonly namesFiles?: boolean;
  /** Generation of the log. */
  readonly generation: string;
  /** Remaining readable events in sessions that lost some. */
  readonly staying: number;
  /** Absent where nothing came too late for the plan. */
  readonly late?: LateQuotes;
  /** Events that did not open and could not be judged; absent where all could be. */
  readonly unread?: number;
  /** Units of which the ledger keeps keyed hashes; absent where there are none, and in what an earlier program completed. */
  readonly hashed?: number;
  /** Backups that were made before; absent where none was known. */
  readonly backups?: KnownBackups;
}

/** The signed statement. It names places and ids, never content or a data subject. */
export interface ErasureStatement {
  readonly version: 1;
  readonly erasureId: string;
  readonly tenant: string;
  readonly what: RecordedScope['kind'];
  /** Times as ISO 8601 with milliseconds, UTC. */
  readonly requestedAt: string;
  readonly completedAt: string;
  /** The id of the API key that asked. */
  readonly requestedBy: string;
  readonly destroyed: ErasureTargets;
  readonly counts: ErasureCounts;
  /** Named events that legal holds protect; absent where there were none. */
  readonly withheld?: Withheld;
  readonly purged: readonly string[];
  readonly remains: {
    /** Envelopes in the log whose bodies no key opens; those of whole spaces are not counted. */
    readonly envelopes: number;
    /** Named events that can still be read. Always 0, or there is no certificate. */
    readonly readable: number;
    /** Other events that can be read, in sessions that lost some. */
    readonly staying: number;
    /** Events that did not open, of which nobody knows whether they were to go, too; absent where all opened. */
    readonly unread?: number;
    /**
     * Facts, episodes and topics of which the ledger keeps keyed hashes of erased words, until their space is erased; absent
     * where there are none, and in certificates of an earlier version.
     */
    readonly hashed?: number;
  };
  readonly outside: readonly string[];
  readonly service: { readonly version: string; readonly logGeneration: string };
}

export interface ErasureCertificate {
  readonly statement: ErasureStatement;
  readonly algorithm: 'Ed25519';
  /** 32 bytes as base64url. */
  readonly publicKey: string;
  /** 64 bytes as base64url. */
  readonly signature: string;
}

interface DoneErasure {
  readonly id: string;
  readonly tenant: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly completedAt: number;
  readonly actor: string;
  readonly scope: RecordedScope;
  readonly targets: ErasureTargets;
  readonly counts: ErasureCounts;
  readonly withheld?: Withheld;
  readonly seen: SeenErasure;
}

/** Builds the statement of an erasure; always the same for the same erasure. */
export function statementOf({ id, tenant, at, completedAt, actor, scope, withheld, seen, ...planned }: DoneErasure): ErasureStatement {
  const { targets, counts } = withLateQuotes(planned, seen.late);
  const { purged, outside } = STORES[seen.mode ?? 'unknown'];
  return {
    version: 1,
    erasureId: id,
    tenant,
    what: scope.kind,
    requestedAt: new Date(at).toISOString(),
    completedAt: new Date(completedAt).toISOString(),
    requestedBy: actor,
    destroyed: targets,
    counts,
    ...(withheld && { withheld }),
    purged,
    remains: {
      envelopes: counts.events,
      readable: 0,
      staying: seen.staying,
      ...(seen.unread !== undefined && { unread: seen.unread }),
      ...(seen.hashed !== undefined && { hashed: seen.hashed }),
    },
    outside: [...outsideOf(seen.backups), ...(seen.namesFiles ? [WRITTEN_FILES] : []), ...outside],
    service: { version: seen.service, logGeneration: seen.generation },
  };
}

function outsideOf(backups: KnownBackups | undefined): string[] {
  if (!backups) return [];
  const { count, first, last } = backups;
  return [count === 1 ? `the backup of ${last}` : `${count} backups, the first of ${first} and the last of ${last}`];
}

/** Serialises JSON as it is signed: members sorted by name, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
