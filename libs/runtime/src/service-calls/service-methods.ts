import { createRequire } from 'node:module';
import type { Consolidator, ErasureService, Ingest, PartitionEraser, Retriever } from '@total-recall/ports';
import type { ServiceScope } from '../service-tokens/service-claims.ts';

/** Path of services.proto, and the package that it declares. */
export const SERVICES_PROTO = createRequire(import.meta.url).resolve(
  '@total-recall/contracts/proto/totalrecall/internal/v1/services.proto',
);
export const SERVICES_PACKAGE = 'totalrecall.internal.v1';

/** Services by the name that tokens are issued for, with the scope that each method needs. */
export const SERVICE_METHODS = {
  ingest: { append: 'write', updateTaskState: 'write', compact: 'write', policy: 'read', eraseFrom: 'erase' },
  retriever: {
    assembleWindow: 'read',
    prefetch: 'read',
    recall: 'read',
    open: 'read',
    taskState: 'read',
    session: 'read',
    sessions: 'read',
    spaces: 'read',
    events: 'read',
    event: 'read',
    artifact: 'read',
    markers: 'read',
    manifest: 'read',
    expand: 'read',
    anatomy: 'read',
    retrievals: 'read',
    demand: 'read',
  },
  consolidator: {
    consolidate: 'write',
    facts: 'read',
    profile: 'read',
    remember: 'write',
    correct: 'write',
    forget: 'write',
    ledger: 'read',
    undo: 'write',
    reflection: 'read',
    reflect: 'write',
    digest: 'read',
    units: 'read',
    erase: 'erase',
    erasure: 'erase',
    erasures: 'erase',
    certificateKey: 'erase',
    placeHold: 'hold',
    releaseHold: 'hold',
    hold: 'hold',
    holds: 'hold',
    expired: 'erase',
  },
} as const satisfies {
  readonly ingest: Readonly<Record<keyof (Ingest & PartitionEraser), ServiceScope>>;
  readonly retriever: Readonly<Record<keyof Retriever, ServiceScope>>;
  readonly consolidator: Readonly<Record<keyof (Consolidator & ErasureService), ServiceScope>>;
};

export type ServiceName = keyof typeof SERVICE_METHODS;

/** Methods that may concern a whole tenant. A call of any other names a space. */
export const TENANT_METHODS: ReadonlySet<string> = new Set([
  'spaces',
  'erase',
  'erasure',
  'erasures',
  'certificateKey',
  'placeHold',
  'releaseHold',
  'hold',
  'holds',
  'expired',
]);

/** The port that each service serves. */
export interface ServicePorts {
  readonly ingest: Ingest & PartitionEraser;
  readonly retriever: Retriever;
  readonly consolidator: Consolidator & ErasureService;
}

const firstUpper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the RPC name of a method in services.proto. */
export const rpcOf: (method: string) => string = firstUpper;
/** Returns the name of a service there. */
export const serviceNameOf: (service: ServiceName) => string = firstUpper;
