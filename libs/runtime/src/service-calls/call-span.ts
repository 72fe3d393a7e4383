import type { SpanOptions } from '@total-recall/ports';
import { rpcOf, serviceNameOf, SERVICES_PACKAGE, type ServiceName } from './service-methods.ts';

/** Metadata of a call: the W3C trace context that it belongs to. */
export const TRACE_KEY = 'traceparent';

/** Name and attributes of either side of a call. */
export function callSpan(service: ServiceName, method: string, kind: 'client' | 'server'): [string, SpanOptions] {
  const rpc = { 'rpc.service': `${SERVICES_PACKAGE}.${serviceNameOf(service)}`, 'rpc.method': rpcOf(method) };
  return [`${service} ${method}`, { kind, attributes: { 'rpc.system': 'grpc', ...rpc } }];
}
