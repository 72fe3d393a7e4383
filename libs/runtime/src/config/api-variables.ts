import { z } from 'zod';
import { HOST, HOST_TEXT, integer, list, NAME, path, textOr, type ConfigTable } from './config-variable.ts';

/** Variables of the public API, for the standalone service and the gateway. */
export const API_VARIABLES = {
  TOTAL_RECALL_HOST: textOr(
    'host',
    '127.0.0.1',
    HOST,
    HOST_TEXT,
    'Address the API listens on. Any other than loopback can be reached from other machines: set a certificate, or put TLS in front of it.',
  ),
  TOTAL_RECALL_PORT: integer('port', 8420, 0, 65_535, 'Port of the API; 0 lets the system choose.'),
  TOTAL_RECALL_GRPC_PORT: {
    key: 'grpcPort',
    schema: z
      .string()
      .regex(/^(off|0|[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/)
      .transform((port) => (port === 'off' ? port : Number(port))),
    expected: '`off` or a port',
    default: 'off',
    description: 'Port of the same API over gRPC, on the same address; 0 lets the system choose.',
  },
  TOTAL_RECALL_TLS_CERT_FILE: path(
    'tlsCertFile',
    'TLS certificate (PEM) of the API, over HTTP and gRPC, with its intermediate certificates. Without it the API is plaintext.',
  ),
  TOTAL_RECALL_TLS_KEY_FILE: path('tlsKeyFile', 'Key (PEM) of that certificate.'),
  TOTAL_RECALL_TENANT: textOr('tenant', 'default', NAME, 'a name', 'The tenant that the first start creates.'),
  TOTAL_RECALL_RATE_LIMIT_PER_SECOND: integer(
    'rateLimitPerSecond',
    200,
    1,
    1_000_000,
    'Requests per second of one API key whose tenant has no quota of its own.',
  ),
  TOTAL_RECALL_RATE_LIMIT_BURST: integer(
    'rateLimitBurst',
    400,
    1,
    1_000_000,
    'Requests that one API key may make at once. All keys of a tenant without its own quota together get four times both rates.',
  ),
  TOTAL_RECALL_UNKNOWN_KEYS_PER_SECOND: integer(
    'unknownKeysPerSecond',
    5,
    1,
    1_000_000,
    'Invalid API keys per second that one address may try; bursts may be twenty times as large. Beyond that the answer is 429.',
  ),
  TOTAL_RECALL_TRUSTED_PROXIES: list(
    'trustedProxies',
    String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{2,39})(?:\/\d{1,3})?`,
    'addresses or subnets, with commas between them',
    'Proxies whose X-Forwarded-For is trusted, over HTTP and gRPC. Invalid keys, connections and incomplete requests are counted per address; behind a proxy that is not listed they all count for the address of the proxy.',
    'i',
  ),
  TOTAL_RECALL_BODY_BYTES: integer('bodyBytes', 32 * 1024 * 1024, 1_024, 256 * 1024 * 1024, 'Largest request body.'),
} as const satisfies ConfigTable;
