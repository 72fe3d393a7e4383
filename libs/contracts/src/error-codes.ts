/**
 * Every error a caller can meet: a stable code, and how HTTP and gRPC say it. `retryable` errors may be repeated as they are.
 * gRPC numbers are those of google.rpc.Code.
 */
export const ERROR_CODES = {
  invalid_request: { http: 400, grpc: 3, title: 'The request is not valid', retryable: false },
  invalid_json: { http: 400, grpc: 3, title: 'The body is not valid JSON', retryable: false },
  invalid_utf8: { http: 400, grpc: 3, title: 'The body is not valid UTF-8', retryable: false },
  json_too_deep: { http: 400, grpc: 3, title: 'The body is nested too deeply', retryable: false },
  unknown_kind: { http: 400, grpc: 3, title: 'The event kind is not known', retryable: false },
  reserved_kind: { http: 400, grpc: 3, title: 'The event kind is written by the service only', retryable: false },
  invalid_name: { http: 400, grpc: 3, title: 'The name is not allowed', retryable: false },
  invalid_cursor: { http: 400, grpc: 3, title: 'The cursor is not one of ours', retryable: false },
  invalid_position: { http: 400, grpc: 3, title: 'The position is not one of ours', retryable: false },
  invalid_artifact_id: { http: 400, grpc: 3, title: 'The artifact id is not valid', retryable: false },
  invalid_policy: { http: 400, grpc: 3, title: 'The policy is not valid', retryable: false },
  unauthenticated: { http: 401, grpc: 16, title: 'A valid API key is needed', retryable: false },
  key_expired: { http: 401, grpc: 16, title: 'The API key has expired', retryable: false },
  key_revoked: { http: 401, grpc: 16, title: 'The API key was revoked', retryable: false },
  forbidden: { http: 403, grpc: 7, title: 'The API key may not do this', retryable: false },
  not_found: { http: 404, grpc: 5, title: 'There is nothing here', retryable: false },
  method_not_allowed: { http: 405, grpc: 12, title: 'The method is not allowed here', retryable: false },
  task_state_conflict: { http: 409, grpc: 10, title: 'The task state has moved on', retryable: false },
  sequence_conflict: { http: 409, grpc: 10, title: 'The sequence number was used for something else', retryable: false },
  sequence_gap: { http: 409, grpc: 9, title: 'Too many sequence numbers are missing before this one', retryable: false },
  idempotency_key_reused: { http: 422, grpc: 9, title: 'The idempotency key was used for something else', retryable: false },
  duplicate_event: { http: 409, grpc: 6, title: 'The request names the same event twice', retryable: false },
  erased: { http: 410, grpc: 5, title: 'This was erased', retryable: false },
  payload_too_large: { http: 413, grpc: 8, title: 'The body is too large', retryable: false },
  batch_too_large: { http: 413, grpc: 8, title: 'The batch is too large', retryable: false },
  unsupported_media_type: { http: 415, grpc: 3, title: 'The content type is not supported', retryable: false },
  range_not_satisfiable: { http: 416, grpc: 11, title: 'The range lies outside the artifact', retryable: false },
  window_over_budget: { http: 422, grpc: 9, title: 'The window does not fit', retryable: false },
  unsupported_family: { http: 422, grpc: 3, title: 'The model family is not known', retryable: false },
  rate_limited: { http: 429, grpc: 8, title: 'Too many requests', retryable: true },
  quota_exceeded: { http: 429, grpc: 8, title: 'The quota is used up', retryable: true },
  not_caught_up: { http: 503, grpc: 14, title: 'Not caught up yet', retryable: true },
  unavailable: { http: 503, grpc: 14, title: 'Not available right now', retryable: true },
  closed: { http: 503, grpc: 14, title: 'Shutting down', retryable: true },
  // A service refuses another one's call. Over HTTP that is a fault of ours, never of the caller's key.
  service_token_invalid: { http: 500, grpc: 16, title: 'A service did not accept the token of another', retryable: false },
  service_token_expired: { http: 500, grpc: 16, title: 'The token between services has expired', retryable: false },
  service_token_forbidden: { http: 500, grpc: 7, title: 'The token between services does not allow this', retryable: false },
  not_implemented: { http: 501, grpc: 12, title: 'This cannot be done here yet', retryable: false },
  internal: { http: 500, grpc: 13, title: 'Something went wrong on our side', retryable: false },
} as const satisfies Record<string, { http: number; grpc: number; title: string; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CODES;
