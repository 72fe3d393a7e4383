export { callSpan, TRACE_KEY } from './call-span.ts';
export { decodeCall, encodeCall, spacesOf } from './call-message.ts';
export type { AnswerMessage, CallMessage, PortRequest } from './call-message.ts';
export { CHANNEL_OPTIONS } from './channel-options.ts';
export { decodeDocument, encodeDocument } from './document.ts';
export { LOOPBACK, tlsBytes } from './service-security.ts';
export type { ClientTls, Plaintext, ServerTls, TlsBytes } from './service-security.ts';
export { rpcOf, SERVICE_METHODS, SERVICES_PACKAGE, SERVICES_PROTO, serviceNameOf, TENANT_METHODS } from './service-methods.ts';
export type { ServiceName, ServicePorts } from './service-methods.ts';
