/** Fits an append of the largest body, and an artifact read whole. */
const MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * gRPC options for both ends of a connection between services. A dead peer is noticed within 25
 * s, even without requests.
 */
export const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_BYTES,
  'grpc.max_send_message_length': MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
} as const;
