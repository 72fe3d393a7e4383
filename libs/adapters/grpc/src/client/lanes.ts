import type { ChannelOptions, Client } from '@grpc/grpc-js';

/** Connection that a call takes, by the size of its message. */
export type Lane = 'small' | 'bulk';

/**
 * Two connections to one address. A receiver takes a bounded number of bytes from a connection before it has worked
 * them off, and what is sent behind them waits. So large messages have a connection of their own, which is opened at
 * the first of them, and hold up no small one.
 */
export type Lanes = Readonly<Record<Lane, Client>>;

/** Largest message of the small lane, in bytes. */
const SMALL_BYTES = 16 * 1024;

/** Returns the lane for a message of this many bytes. */
export function laneOf(bytes: number): Lane {
  return bytes <= SMALL_BYTES ? 'small' : 'bulk';
}

/** Creates both lanes. `connect` takes options that keep a client from sharing the connection of another one. */
export function connectLanes(connect: (options: ChannelOptions) => Client): Lanes {
  return { small: connect({}), bulk: connect({ 'grpc.use_local_subchannel_pool': 1 }) };
}

export function closeLanes({ small, bulk }: Lanes): void {
  small.close();
  bulk.close();
}
