import type { Ingest, Retriever } from '@total-recall/ports';
import type { ServiceScope } from '@total-recall/runtime';

/** Services by the name that tokens are issued for, and what each of their methods needs. */
export const SERVICE_METHODS = {
  ingest: { append: 'write', updateTaskState: 'write', compact: 'write', policy: 'read' },
  retriever: {
    assembleWindow: 'read',
    recall: 'read',
    prefetch: 'read',
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
} as const satisfies {
  readonly ingest: Readonly<Record<keyof Ingest, ServiceScope>>;
  readonly retriever: Readonly<Record<keyof Retriever, ServiceScope>>;
};

export type ServiceName = keyof typeof SERVICE_METHODS;
/** The port that a service serves. */
export interface ServicePorts {
  readonly ingest: Ingest;
  readonly retriever: Retriever;
}

/** Its rpc in services.proto. */
export const rpcOf = (method: string): string => method.charAt(0).toUpperCase() + method.slice(1);
