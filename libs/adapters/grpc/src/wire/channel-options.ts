import type { ChannelOptions } from '@grpc/grpc-js';

/** An append of the largest body, and an artifact read whole, fit. */
const MESSAGE_BYTES = 64 * 1024 * 1024;

/** Dead peers are noticed within 25 s, also while nothing is asked of them. */
export const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_BYTES,
  'grpc.max_send_message_length': MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
} as const satisfies ChannelOptions;

export const CLIENT_OPTIONS = {
  ...CHANNEL_OPTIONS,
  // An append is not safe to repeat blindly: who calls knows whether it names a source or a key.
  'grpc.enable_retries': 0,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 5_000,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
} as const satisfies ChannelOptions;

export const SERVER_OPTIONS = {
  ...CHANNEL_OPTIONS,
  // Clients look up the addresses again when a connection ends: so they find replicas that were added.
  'grpc.max_connection_age_ms': 300_000,
  'grpc.max_connection_age_grace_ms': 60_000,
  'grpc.max_concurrent_streams': 1_024,
} as const satisfies ChannelOptions;
