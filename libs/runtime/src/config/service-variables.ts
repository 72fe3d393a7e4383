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
    'Services: address that ingest or retriever listens on. Anything but loopback needs TOTAL_RECALL_SERVICE_TLS.',
  ),
  TOTAL_RECALL_SERVICE_PORT: integer('servicePort', 8430, 0, 65_535, 'Services: port of ingest or retriever; 0 lets the system choose.'),
  TOTAL_RECALL_SERVICE_KEY_FILE: path(
    'serviceKeyFile',
    'The gateway and the consolidator: Ed25519 key (PEM) that signs the token of each call to a service.',
  ),
  TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE: path(
    'servicePublicKeysFile',
    'Ingest, retriever and consolidator: public keys (PEM) of the gateway and the consolidator; several while they rotate.',
  ),
  TOTAL_RECALL_SERVICE_TLS: choice(
    'serviceTls',
    ['off', 'on', 'mutual', 'mesh'],
    'Between services: `off` is plaintext, on loopback only; `on` proves the service, `mutual` its caller as well; `mesh` is plaintext anywhere, as something else encrypts.',
  ),
  TOTAL_RECALL_SERVICE_TLS_CA_FILE: path(
    'serviceTlsCaFile',
    "Between services: the authority (PEM) of the other side's certificate; needed with `mutual`, else the system's where absent.",
  ),
  TOTAL_RECALL_SERVICE_TLS_CERT_FILE: path(
    'serviceTlsCertFile',
    'Between services: our certificate (PEM). A service needs it with `on` and `mutual`, a caller with `mutual`.',
  ),
  TOTAL_RECALL_SERVICE_TLS_KEY_FILE: path('serviceTlsKeyFile', 'Between services: the key (PEM) of that certificate.'),
  TOTAL_RECALL_INGEST_ADDRESS: text(
    'ingestAddress',
    ADDRESSES,
    ADDRESSES_TEXT,
    'The gateway and the consolidator: where ingest answers. Calls go round several, and round the addresses that a name stands for.',
  ),
  TOTAL_RECALL_INGEST_ROLES: words(
    'ingestRoles',
    ROLES,
    ROLES,
    '`append`, `project`, `embed`, with commas between them',
    'Ingest: what this process does. Each role has to be done by some process: `append` answers the gateway; `project` folds, indexes, compacts and all that follows; `embed` makes vectors.',
  ),
  TOTAL_RECALL_SERVICE_ADVERTISED_ADDRESS: text(
    'serviceAdvertisedAddress',
    ADDRESS,
    '`host:port`',
    'Ingest and consolidator: where others reach this very process, for calls that only the owner of a partition can answer. Where absent, where it listens, or the name of the machine where that is everywhere.',
  ),
  TOTAL_RECALL_RETRIEVER_ADDRESS: text(
    'retrieverAddress',
    ADDRESSES,
    ADDRESSES_TEXT,
    'The gateway: where the retriever answers; several as with ingest.',
  ),
  TOTAL_RECALL_CONSOLIDATOR_ADDRESS: text(
    'consolidatorAddress',
    ADDRESSES,
    ADDRESSES_TEXT,
    'The gateway: where the consolidator answers; several as with ingest. Where absent nothing can be erased or held, and there are no facts, ledger and digest.',
  ),
} as const satisfies ConfigTable;
