// Made from the routes and their schemas by `npm run client:types`: change those, not this file.

export interface EraseRequest {
  readonly space?: string;
  readonly session?: string;
  /** Ids of events, or their short names with the session (run-1/e184). */
  readonly eventIds?: readonly string[];
  /** All events with this label in their metadata, and all facts written by hand about it. */
  readonly subject?: string;
  /** The name of your own tenant, for everything of it. */
  readonly tenant?: string;
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
  /** Finds what would be erased and what legal holds protect, and changes nothing. */
  readonly dryRun?: boolean;
  /** Erases what no legal hold protects and leaves the rest. A space or a tenant is not erased at all while a hold covers any part of it. */
  readonly exceptHeld?: boolean;
}

export interface Erasure {
  readonly id: string;
  /** `planned`: a dry run that changed nothing. `incomplete`: over, without the sessions in `undone`, or with the events in `unread`. */
  readonly status: 'planned' | 'running' | 'done' | 'incomplete';
  readonly at: string;
  readonly completedAt?: string;
  /** The id of the key that asked. */
  readonly actor: string;
  readonly reason?: string;
  /** `retention`: erased for its age by the policy of the tenant or the space, without a request. */
  readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant' | 'retention';
  readonly space?: string;
  readonly session?: string;
  readonly counts: {
    /** Events of whole spaces are not counted. */
    readonly events: number;
    /** Number of these that are results of recall with an erased event in them. */
    readonly quoting: number;
    readonly sessions: number;
    readonly spaces: number;
    /** Payloads that nothing else refers to. */
    readonly artifacts: number;
  };
  /** Erased events in sessions that remain, at most 1,000. */
  readonly eventIds: readonly string[];
  /** Events that would be erased, by kind. Dry run only. */
  readonly kinds?: Readonly<Record<string, number>>;
  /** Events that legal holds protect; absent where there are none. */
  readonly held?: {
    readonly events: number;
    /** Number of events that each hold protects; several may protect the same one. */
    readonly holds: readonly {
      readonly id: string;
      readonly name: string;
      readonly events: number;
    }[];
    /** Dry run only. */
    readonly kinds?: Readonly<Record<string, number>>;
    /** Dry run only; at most 1,000. */
    readonly eventIds?: readonly string[];
  };
  /** Sessions whose events are still there, as they have lost too many to lose these too, or as their key is missing; erase them whole. */
  readonly undone?: readonly {
    readonly space: string;
    readonly session: string;
  }[];
  /** Events that do not open because of damage or a missing key, so that nobody knows whether they are of this erasure, or what repeats them. The erasure is done again once they open. A dry run names them, too. */
  readonly unread?: {
    readonly events: number;
    /** Their places, of at most 1,000 events. */
    readonly places: readonly {
      readonly space: string;
      readonly session: string;
      readonly eventIds: readonly string[];
    }[];
  };
  /** Present for a completed erasure that is read by its id, unless it has `undone`; that of one with `unread` says so. */
  readonly certificate?: ErasureCertificate;
}

export interface ErasureCertificate {
  /** Ids and places, never content, and never a data subject. */
  readonly statement: {
    readonly version: 1;
    readonly erasureId: string;
    readonly tenant: string;
    readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant' | 'retention';
    /** ISO 8601, like the other time. */
    readonly requestedAt: string;
    readonly completedAt: string;
    /** The id of the key that asked; `retention policy` where none did. */
    readonly requestedBy: string;
    readonly destroyed: {
      /** Events in sessions that remain. */
      readonly events: readonly {
        readonly space: string;
        readonly session: string;
        readonly eventIds: readonly string[];
      }[];
      readonly sessions: readonly {
        readonly space: string;
        readonly session: string;
      }[];
      readonly spaces: readonly string[];
      readonly artifacts: readonly {
        readonly space: string;
        readonly artifactId: string;
      }[];
    };
    readonly counts: {
      /** Events of whole spaces are not counted. */
      readonly events: number;
      /** Number of these that are results of recall with an erased event in them. */
      readonly quoting: number;
      readonly sessions: number;
      readonly spaces: number;
      /** Payloads that nothing else refers to. */
      readonly artifacts: number;
    };
    /** Named events that legal holds protect; absent where there were none. */
    readonly withheld?: {
      readonly events: number;
      /** Number of events that each hold protects; several may protect the same one. */
      readonly holds: readonly {
        readonly id: string;
        readonly name: string;
        readonly events: number;
      }[];
    };
    /** Stores of the service that it was erased from. */
    readonly purged: readonly string[];
    readonly remains: {
      /** Envelopes in the log whose bodies no key opens; those of whole spaces are not counted. */
      readonly envelopes: number;
      /** Number of named events that can still be read: 0. */
      readonly readable: number;
      /** Remaining events in sessions that lost some. */
      readonly staying: number;
      /** Events that did not open, of which nobody knows whether they were to go, too; absent where all opened. */
      readonly unread?: number;
      /** Facts, episodes and topics of which the ledger keeps keyed hashes of erased words, until their space is erased; absent where there are none, and in certificates of an earlier version. */
      readonly hashed?: number;
    };
    /** Copies that no erasure of the service reaches. */
    readonly outside: readonly string[];
    readonly service: {
      readonly version: string;
      readonly logGeneration: string;
    };
  };
  readonly algorithm: 'Ed25519';
  /** base64url; trust it where GET /v1/certificate-key says the same. */
  readonly publicKey: string;
  /** base64url; of "total-recall erasure certificate 1", a line feed, and the statement as JSON with sorted names and no spaces, in UTF-8. */
  readonly signature: string;
}

export interface ErasureCertificateKey {
  readonly algorithm: 'Ed25519';
  /** 32 bytes, base64url. */
  readonly publicKey: string;
}

export interface ErasureList {
  readonly erasures: readonly Erasure[];
}

export interface RetentionRule {
  /** All kinds where absent. A rule that names a kind wins over a general one. */
  readonly kinds?: readonly (
    | 'user_message'
    | 'agent_message'
    | 'thinking'
    | 'tool_call'
    | 'tool_result'
    | 'objective'
    | 'decision'
    | 'constraint'
    | 'persona'
    | 'knowledge'
    | 'system_note'
    | 'task_state'
    | 'delegation'
    | 'report'
  )[];
  /** Days since the service recorded an event. */
  readonly maxAgeDays: number;
}

export interface ExpiredInSpace {
  readonly space: string;
  /** Rules in force; the stricter of both counts. */
  readonly rules: {
    readonly tenant: readonly RetentionRule[];
    readonly space: readonly RetentionRule[];
  };
  readonly counts: {
    /** Events of whole spaces are not counted. */
    readonly events: number;
    /** Number of these that are results of recall with an erased event in them. */
    readonly quoting: number;
    readonly sessions: number;
    readonly spaces: number;
    /** Payloads that nothing else refers to. */
    readonly artifacts: number;
  };
  /** Events that would be erased, by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Sessions erased whole, at most 1,000. */
  readonly sessions: readonly string[];
  /** Events in sessions that remain, at most 1,000. */
  readonly eventIds: readonly string[];
  /** Expired events that legal holds protect. */
  readonly held?: {
    readonly events: number;
    /** Number of events that each hold protects; several may protect the same one. */
    readonly holds: readonly {
      readonly id: string;
      readonly name: string;
      readonly events: number;
    }[];
    readonly kinds: Readonly<Record<string, number>>;
    readonly eventIds: readonly string[];
  };
  /** Sessions that can lose no more events one by one; the rest is erased with the session. */
  readonly waiting: readonly string[];
  /** True when more has expired than one sweep takes; the next follows at once. */
  readonly hasMore: boolean;
}

export interface ExpiredList {
  readonly spaces: readonly ExpiredInSpace[];
}

export interface NewHold {
  readonly space?: string;
  readonly session?: string;
  /** Ids of events, or their short names with the session (run-1/e184). */
  readonly eventIds?: readonly string[];
  /** All events with this label in their metadata, and all facts written by hand about it. */
  readonly subject?: string;
  /** The name of your own tenant, for everything of it. */
  readonly tenant?: string;
  /** Your name for it, such as a case number. Kept in the ledger for ever, and shown to callers whom the hold refuses. */
  readonly name: string;
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
}

export interface HoldRelease {
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
}

export interface Hold {
  readonly id: string;
  /** Empty for a key that is bound to subjects, unless it placed the hold itself. */
  readonly name: string;
  readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant';
  readonly space?: string;
  readonly session?: string;
  readonly eventIds?: readonly string[];
  readonly at: string;
  /** The id of the key that placed it. */
  readonly actor: string;
  readonly reason?: string;
  /** Absent while the hold stands. */
  readonly released?: {
    readonly at: string;
    readonly actor: string;
    readonly reason?: string;
  };
}

export interface PlacedHold {
  readonly id: string;
  /** Empty for a key that is bound to subjects, unless it placed the hold itself. */
  readonly name: string;
  readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant';
  readonly space?: string;
  readonly session?: string;
  readonly eventIds?: readonly string[];
  readonly at: string;
  /** The id of the key that placed it. */
  readonly actor: string;
  readonly reason?: string;
  /** Absent while the hold stands. */
  readonly released?: {
    readonly at: string;
    readonly actor: string;
    readonly reason?: string;
  };
  /** Erasures requested before the hold and not done yet. The hold does not stop them. Usually empty. */
  readonly underWay: readonly string[];
}

export interface HoldList {
  readonly holds: readonly Hold[];
}
