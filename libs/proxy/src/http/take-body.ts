import type { IncomingMessage } from 'node:http';
import type { CallRoom } from './body-room.ts';
import { decodeBody, type DecodedBody } from './decode-body.ts';
import { readBody } from './read-body.ts';
import type { UpstreamCall } from './upstream.ts';

export type TakenBody =
  /** `plain` is absent for a body that does not unpack to one that may be read. */
  | { readonly kind: 'taken'; readonly body: Buffer; readonly plain?: DecodedBody }
  | { readonly kind: 'too_large' }
  /** It does not fit beside other bodies; `as` has all of it as it came. */
  | { readonly kind: 'no_room'; readonly as: Pick<UpstreamCall, 'body' | 'stream'> };

/** Reads a request's body and unpacks it, as far as there is room for both. Rejects where the caller goes away before its end. */
export async function takeBody(incoming: IncomingMessage, room: CallRoom): Promise<TakenBody> {
  const received = await readBody(incoming, room);
  if (received.kind === 'too_large') return received;
  if (received.kind === 'no_room') return { kind: 'no_room', as: { stream: received.stream } };
  const body = received.bytes;
  const plain = await decodeBody(body, incoming, room.take);
  if (plain === 'no_room') return { kind: 'no_room', as: { body } };
  return { kind: 'taken', body, ...(plain && { plain }) };
}
