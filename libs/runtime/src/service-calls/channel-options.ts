/** An append of the largest body, and an artifact read whole, fit. */
const MESSAGE_BYTES = 64 * 1024 * 1024;

/** Of both ends of a connection between services, as gRPC names them. Dead peers are noticed within 25 s, also while nothing is asked of them. */
export const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': MESSAGE_BYTES,
  'grpc.max_send_message_length': MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
} as const;
