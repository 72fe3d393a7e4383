import {
  ADDRESS,
  ADDRESSES,
  ADDRESSES_TEXT,
  choice,
  HOST,
  HOST_TEXT,
  integer,
  path,
  text,
  textOr,
  words,
  type ConfigTable,
} from './config-variable.ts';

const ROLES = ['append', 'project', 'embed'] as const;

/** Variables of the services of a cluster: their ports, and how they call each other. */
export const SERVICE_VARIABLES = {
  TOTAL_RECALL_SERVICE_HOST: textOr(
    'serviceHost',
    '127.0.0.1',
    HOST,
    HOST_TEXT,
    'Services: address that ingest or retriever listens on. Any other than loopback needs TOTAL_RECALL_SERVICE_TLS.',
  ),
  TOTAL_RECALL_SERVICE_PORT: integer('servicePort', 8430, 0, 65_535, 'Services: port of ingest or retriever; 0 lets the system choose.'),
  TOTAL_RECALL_SERVICE_KEY_FILE: path(
    'serviceKeyFile',
    'Gateway and consolidator: Ed25519 key (PEM) that signs the token of each call to a service.',
  ),
  TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE: path(
    'servicePublicKeysFile',
    'Ingest, retriever and consolidator: public keys (PEM) of the gateway and the consolidator; several during a rotation.',
  ),
  TOTAL_RECALL_SERVICE_TLS: choice(
    'serviceTls',
    ['off', 'on', 'mutual', 'mesh'],
    'Between services: `off` is plaintext, only on loopback; `on` authenticates the service, `mutual` the caller too; `mesh` is plaintext anywhere, for networks that encrypt by themselves.',
  ),
  TOTAL_RECALL_SERVICE_TLS_CA_FILE: path(
    'serviceTlsCaFile',
    "Between services: CA certificate (PEM) of the other side; required with `mutual`, otherwise the system's by default.",
  ),
  TOTAL_RECALL_SERVICE_TLS_CERT_FILE: path(
    'serviceTlsCertFile',
    'Between services: own certificate (PEM). A service needs it with `on` and `mutual`, a caller with `mutual`.',
  ),
  TOTAL_RECALL_SERVICE_TLS_KEY_FILE: path('serviceTlsKeyFile', 'Between services: key (PEM) of that certificate.'),
  TOTAL_RECALL_INGEST_ADDRESS: text(
    'ingestAddress',
    ADDRESSES,
    ADDRESSES_TEXT,
    'Gateway and consolidator: addresses of ingest. Calls rotate over several addresses, and over those that a name resolves to.',
  ),
  TOTAL_RECALL_INGEST_ROLES: words(
    'ingestRoles',
    ROLES,
    ROLES,
    '`append`, `project`, `embed`, with commas between them',
    'Ingest: roles of this process. Some process must have each role: `append` answers the gateway; `project` folds, indexes, compacts and does what follows; `embed` makes vectors.',
  ),
  TOTAL_RECALL_SERVICE_ADVERTISED_ADDRESS: text(
    'serviceAdvertisedAddress',
    ADDRESS,
    '`host:port`',
    'Ingest and consolidator: address at which other services reach this process, for calls that only the owner of a partition can answer. By default the address it listens on, or the host name if it listens on all.',
  ),
  TOTAL_RECALL_RETRIEVER_ADDRESS: text(
    'retrieverAddress',
    ADDRESSES,
    ADDRESSES_TEXT,
    'Gateway: addresses of the retriever, as for ingest.',
  ),
  TOTAL_RECALL_CONSOLIDATOR_ADDRESS: text(
    'consolidatorAddress',
    ADDRESSES,
    ADDRESSES_TEXT,
    'Gateway: addresses of the consolidator, as for ingest. Without it nothing can be erased or held, and there are no facts, ledger and digest.',
  ),
} as const satisfies ConfigTable;
