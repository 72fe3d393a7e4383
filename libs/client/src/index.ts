export { TotalRecallApiError, TotalRecallConnectionError } from './api-error.ts';
export { createClient } from './client.ts';
export type { Client } from './client.ts';
export type { JsonCall, Paging } from './json-call.ts';
export type { AppendOptions, EventWire, NewEventWire, SessionClient } from './session-client.ts';
export type { ArtifactDownload, SpaceClient } from './space-client.ts';
export type { CallInput, ClientOptions } from './transport.ts';
