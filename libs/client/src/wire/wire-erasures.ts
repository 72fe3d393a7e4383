// Made from the routes and their schemas by `npm run client:types`: change those, not this file.

export interface EraseRequest {
  readonly space?: string;
  readonly session?: string;
  readonly eventIds?: readonly string[];
  /** All events that bear this label in their metadata. */
  readonly subject?: string;
  /** The name of your own tenant: everything of it. */
  readonly tenant?: string;
  /** Kept in the ledger, for ever: no content, and not whom it is about. */
  readonly reason?: string;
  /** Find what would go and what legal holds keep, and change nothing. */
  readonly dryRun?: boolean;
  /** Take what no legal hold keeps, and leave the rest. Of a space or a tenant nothing goes while a hold reaches into it. */
  readonly exceptHeld?: boolean;
}

export interface Erasure {
  readonly id: string;
  /** `planned`: a dry run, nothing was changed. */
  readonly status: 'planned' | 'running' | 'done';
  readonly at: string;
  readonly completedAt?: string;
  /** The id of the key that asked. */
  readonly actor: string;
  readonly reason?: string;
  /** `retention`: asked for by nobody; past its age by the policy of the tenant or the space. */
  readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant' | 'retention';
  readonly space?: string;
  readonly session?: string;
  readonly counts: {
    /** Those of a whole space are not counted. */
    readonly events: number;
    /** Results of recall among them, which held an event that goes. */
    readonly quoting: number;
    readonly sessions: number;
    readonly spaces: number;
    /** Payloads that nothing else holds. */
    readonly artifacts: number;
  };
  /** Events that go out of sessions which stay, at most 1,000 of them. */
  readonly eventIds: readonly string[];
  /** What would go, by kind: of a dry run. */
  readonly kinds?: Readonly<Record<string, number>>;
  /** What legal holds keep of it; absent where they keep nothing. */
  readonly held?: {
    readonly events: number;
    /** How many each of them keeps; an event may be kept by several. */
    readonly holds: readonly {
      readonly id: string;
      readonly name: string;
      readonly events: number;
    }[];
    /** Of a dry run. */
    readonly kinds?: Readonly<Record<string, number>>;
    /** Of a dry run, at most 1,000 of them. */
    readonly eventIds?: readonly string[];
  };
  /** Of an erasure that is done, where it is asked for alone. */
  readonly certificate?: ErasureCertificate;
}

export interface ErasureCertificate {
  /** Ids and places, never content, and never a data subject. */
  readonly statement: {
    readonly version: 1;
    readonly erasureId: string;
    readonly tenant: string;
    readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant' | 'retention';
    /** ISO 8601, as the other time. */
    readonly requestedAt: string;
    readonly completedAt: string;
    /** The id of the key that asked; `retention policy` where none did. */
    readonly requestedBy: string;
    readonly destroyed: {
      /** Out of sessions that stay. */
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
      /** Those of a whole space are not counted. */
      readonly events: number;
      /** Results of recall among them, which held an event that goes. */
      readonly quoting: number;
      readonly sessions: number;
      readonly spaces: number;
      /** Payloads that nothing else holds. */
      readonly artifacts: number;
    };
    /** Named, and kept by legal holds; absent where there was none. */
    readonly withheld?: {
      readonly events: number;
      /** How many each of them keeps; an event may be kept by several. */
      readonly holds: readonly {
        readonly id: string;
        readonly name: string;
        readonly events: number;
      }[];
    };
    /** Stores of the service that lost it. */
    readonly purged: readonly string[];
    readonly remains: {
      /** In the log, with bodies that no key opens; those of whole spaces are not counted. */
      readonly envelopes: number;
      /** Named events that can still be read: 0. */
      readonly readable: number;
      /** Other events, in sessions that lost some. */
      readonly staying: number;
    };
    /** What no erasure of the service reaches. */
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
  /** All where absent. A rule that names a kind goes before one for all. */
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
  /** In force here; the stricter of both counts. */
  readonly rules: {
    readonly tenant: readonly RetentionRule[];
    readonly space: readonly RetentionRule[];
  };
  readonly counts: {
    /** Those of a whole space are not counted. */
    readonly events: number;
    /** Results of recall among them, which held an event that goes. */
    readonly quoting: number;
    readonly sessions: number;
    readonly spaces: number;
    /** Payloads that nothing else holds. */
    readonly artifacts: number;
  };
  /** What would go, by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Sessions that go whole, at most 1,000. */
  readonly sessions: readonly string[];
  /** Out of sessions that stay, at most 1,000. */
  readonly eventIds: readonly string[];
  /** Past its age, and kept by legal holds. */
  readonly held?: {
    readonly events: number;
    /** How many each of them keeps; an event may be kept by several. */
    readonly holds: readonly {
      readonly id: string;
      readonly name: string;
      readonly events: number;
    }[];
    readonly kinds: Readonly<Record<string, number>>;
    readonly eventIds: readonly string[];
  };
  /** Sessions that can lose no more events one by one: the rest goes with the session. */
  readonly waiting: readonly string[];
  /** More is past its age than one sweep takes; the next follows at once. */
  readonly hasMore: boolean;
}

export interface ExpiredList {
  readonly spaces: readonly ExpiredInSpace[];
}

export interface NewHold {
  readonly space?: string;
  readonly session?: string;
  readonly eventIds?: readonly string[];
  /** All events that bear this label in their metadata. */
  readonly subject?: string;
  /** The name of your own tenant: everything of it. */
  readonly tenant?: string;
  /** Yours: the number of a case. Kept in the ledger, for ever, and shown to who is refused by the hold. */
  readonly name: string;
  /** Kept in the ledger, for ever: no content, and not whom it is about. */
  readonly reason?: string;
}

export interface HoldRelease {
  /** Kept in the ledger, for ever: no content, and not whom it is about. */
  readonly reason?: string;
}

export interface Hold {
  readonly id: string;
  readonly name: string;
  readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant';
  readonly space?: string;
  readonly session?: string;
  readonly eventIds?: readonly string[];
  readonly at: string;
  /** The id of the key that placed it. */
  readonly actor: string;
  readonly reason?: string;
  /** Absent while it stands. */
  readonly released?: {
    readonly at: string;
    readonly actor: string;
    readonly reason?: string;
  };
}

export interface PlacedHold {
  readonly id: string;
  readonly name: string;
  readonly what: 'events' | 'session' | 'space' | 'subject' | 'tenant';
  readonly space?: string;
  readonly session?: string;
  readonly eventIds?: readonly string[];
  readonly at: string;
  /** The id of the key that placed it. */
  readonly actor: string;
  readonly reason?: string;
  /** Absent while it stands. */
  readonly released?: {
    readonly at: string;
    readonly actor: string;
    readonly reason?: string;
  };
  /** Erasures that were asked for before the hold and are not done: what these name goes all the same. Mostly none. */
  readonly underWay: readonly string[];
}

export interface HoldList {
  readonly holds: readonly Hold[];
}
