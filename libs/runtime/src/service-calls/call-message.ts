import { TotalRecallError } from '../errors.ts';
import { decodeDocument, encodeDocument, type Document } from './document.ts';

/** `Call` and `Answer` of services.proto as proto-loader makes them. */
export interface CallMessage {
  readonly tenant: string;
  readonly space?: string;
  readonly session?: string;
  readonly request?: Document | null;
}

export interface AnswerMessage {
  readonly answer?: Document | null;
}

/** A request of a port; it names at least a tenant. */
export type PortRequest = Readonly<Record<string, unknown>> & {
  readonly tenant: string;
  readonly space?: string;
  readonly session?: string;
};

export function encodeCall({ tenant, space, session, ...rest }: PortRequest): CallMessage {
  return { tenant, ...(space !== undefined && { space }), ...(session !== undefined && { session }), request: encodeDocument(rest) };
}

/**
 * Decodes a call. Tenant, space and session come from its typed fields alone, because the token is checked against
 * those. Errors: `invalid_request`.
 */
export function decodeCall({ tenant, space, session, request }: CallMessage): PortRequest {
  const document = decodeDocument(request);
  if (typeof document !== 'object' || document === null || Array.isArray(document) || !tenant)
    throw new TotalRecallError('invalid_request', 'The call names no tenant, or its document is no object.');
  const { tenant: _tenant, space: _space, session: _session, ...rest } = document as Record<string, unknown>;
  return { ...rest, tenant, ...(space !== undefined && { space }), ...(session !== undefined && { session }) };
}

/** Returns the spaces that a request may read or write; undefined for the whole tenant. */
export function spacesOf(request: PortRequest): readonly string[] | undefined {
  return request.space === undefined ? (request['only'] as readonly string[] | undefined) : [request.space];
}
