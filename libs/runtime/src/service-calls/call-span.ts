import type { SpanOptions } from '@total-recall/ports';
import { rpcOf, serviceNameOf, SERVICES_PACKAGE, type ServiceName } from './service-methods.ts';

/** Metadata key of a call's W3C trace context. */
export const TRACE_KEY = 'traceparent';

/** Returns the name and attributes of a call's span, on either side. */
export function callSpan(service: ServiceName, method: string, kind: 'client' | 'server'): [string, SpanOptions] {
  const rpc = { 'rpc.service': `${SERVICES_PACKAGE}.${serviceNameOf(service)}`, 'rpc.method': rpcOf(method) };
  return [`${service} ${method}`, { kind, attributes: { 'rpc.system': 'grpc', ...rpc } }];
}
