import type { Plaintext, ClientTls, ServerTls } from '../service-calls/service-security.ts';
import { API_VARIABLES } from './api-variables.ts';
import type { ConfigTable, SettingsOf } from './config-variable.ts';
import type { Settings } from './config-variables.ts';
import {
  callSecurity,
  CERTIFICATE,
  clickhouseConnection,
  kafkaConnection,
  needsCertificate,
  opensearchConnection,
  portSecurity,
  s3Connection,
  type HttpConnection,
  type KafkaConnection,
  type S3Connection,
} from './connections.ts';
import { CORE_VARIABLES } from './core-variables.ts';
import { EMBEDDER_VARIABLES } from './embedder-variables.ts';
import { LLM_VARIABLES } from './llm-variables.ts';
import { parseSettings, type Environment } from './parse-settings.ts';
import { PROCESS_VARIABLES } from './process-variables.ts';
import { PROXY_VARIABLES } from './proxy-variables.ts';
import { requireSettings } from './require-settings.ts';

type EmbedderSettings = SettingsOf<typeof EMBEDDER_VARIABLES>;
type EndpointSettings = 'embedderUrl' | 'embedderModel' | 'embedderKey';

export type ProcessConfig = SettingsOf<typeof PROCESS_VARIABLES>;
export type ApiConfig = SettingsOf<typeof API_VARIABLES> & SettingsOf<typeof PROXY_VARIABLES>;
/** The endpoint is set where the embedder is one. */
export type EmbedderConfig = Omit<EmbedderSettings, 'embedder' | EndpointSettings> &
  (
    | { readonly embedder: 'off' | 'minilm' | 'e5' }
    | { readonly embedder: 'http'; readonly embedderUrl: string; readonly embedderModel: string; readonly embedderKey?: string }
  );
type LlmSettings = SettingsOf<typeof LLM_VARIABLES>;
/** The endpoint is set where a language model is asked. */
export type LlmConfig = Omit<LlmSettings, 'llm' | 'llmUrl' | 'llmModel'> &
  ({ readonly llm: 'off' } | { readonly llm: 'openai' | 'anthropic'; readonly llmUrl: string; readonly llmModel: string });
/** Settings that ingest, the retriever and the tools that work on their stores share. */
export type CoreConfig = ProcessConfig &
  Omit<SettingsOf<typeof CORE_VARIABLES>, 'archive'> &
  EmbedderConfig &
  LlmConfig & {
    /** True if the log is archived. */
    readonly archives: boolean;
  };

/** Place of the keys that wrap all others. */
export type MasterKeyConfig = Pick<Settings, 'masterKeyFile' | 'masterKeys'>;

/** The service in one process, and the tools that work on its folder. */
export type StandaloneConfig = CoreConfig & ApiConfig & MasterKeyConfig & Pick<Settings, 'dataDir' | 'readers'>;

/** Tools that work on the topics of a cluster alone. */
export type TopicsConfig = CoreConfig &
  MasterKeyConfig &
  Pick<Settings, 'namePrefix' | 'kafkaReplication'> & { readonly kafka: KafkaConnection; readonly s3: S3Connection };

/** Tools that work on the topics and on the index generations. */
export type IndexConfig = TopicsConfig & Pick<Settings, 'opensearchReplicas'> & { readonly opensearch: HttpConnection };

/** All stores of a cluster. */
export type ClusterConfig = IndexConfig & { readonly clickhouse: HttpConnection };

/** A service that others call, with its port. */
export type RetrieverConfig = ClusterConfig &
  Pick<Settings, 'serviceHost' | 'servicePort' | 'serviceAdvertisedAddress'> & {
    readonly servicePublicKeysFile: string;
    readonly portSecurity: ServerTls | Plaintext;
  };

export type IngestConfig = RetrieverConfig & Pick<Settings, 'ingestRoles'>;

/** Calls to other services. */
export interface CallConfig {
  readonly serviceKeyFile: string;
  readonly ingestAddress: string;
  readonly callSecurity: ClientTls | Plaintext;
}

export type ConsolidatorConfig = RetrieverConfig & CallConfig;

export type GatewayConfig = TopicsConfig &
  ApiConfig &
  CallConfig &
  Pick<Settings, 'consolidatorAddress'> & { readonly retrieverAddress: string };

/** The type of what runs, for each program. */
export interface Configs {
  readonly standalone: StandaloneConfig;
  readonly topics: TopicsConfig;
  readonly index: IndexConfig;
  readonly cluster: ClusterConfig;
  readonly ingest: IngestConfig;
  readonly retriever: RetrieverConfig;
  readonly consolidator: ConsolidatorConfig;
  readonly gateway: GatewayConfig;
}

export type Program = keyof Configs;

const SERVERS = ['kafkaBrokers', 'opensearchUrl', 'clickhouseUrl'] as const;

/** Settings without a default that each program requires. */
const NEEDED = {
  standalone: [],
  topics: ['kafkaBrokers'],
  index: ['kafkaBrokers', 'opensearchUrl'],
  cluster: SERVERS,
  ingest: [...SERVERS, 'servicePublicKeysFile'],
  retriever: [...SERVERS, 'servicePublicKeysFile'],
  consolidator: [...SERVERS, 'servicePublicKeysFile', 'ingestAddress', 'serviceKeyFile'],
  gateway: ['kafkaBrokers', 'ingestAddress', 'retrieverAddress', 'serviceKeyFile'],
} as const satisfies Readonly<Record<Program, readonly (keyof Settings)[]>>;

const apiOf = (settings: Settings): ApiConfig => ({ ...only(API_VARIABLES, settings), ...only(PROXY_VARIABLES, settings) });

const BUILD: { readonly [Name in Program]: (settings: Settings) => Configs[Name] } = {
  standalone: (settings) => ({
    ...coreOf(settings, settings.archive === 'on'),
    ...apiOf(settings),
    ...masterKeyOf(settings),
    dataDir: settings.dataDir,
    readers: settings.readers,
  }),
  topics: topicsOf,
  index: indexOf,
  cluster: clusterOf,
  retriever: serviceOf,
  ingest: (settings) => ({ ...serviceOf(settings), ingestRoles: settings.ingestRoles }),
  consolidator: (settings) => ({ ...serviceOf(settings), ...callsOf(settings) }),
  gateway: (settings) => {
    requireSettings(settings, NEEDED.gateway);
    const { retrieverAddress, consolidatorAddress } = settings;
    return { ...topicsOf(settings), ...apiOf(settings), ...callsOf(settings), retrieverAddress, consolidatorAddress };
  },
};

/**
 * Parses an environment into the config of a program. Errors: `invalid_request`, for all bad variables at once as in
 * `parseSettings`, and then for all that the program needs and lacks.
 */
export function parseConfig<Name extends Program>(program: Name, env: Environment): Configs[Name] {
  return configOf(program, parseSettings(env));
}

/** Makes the config of a program from settings that were parsed. Errors: `invalid_request`, naming all that it lacks. */
export function configOf<Name extends Program>(program: Name, settings: Settings): Configs[Name] {
  requireSettings(settings, neededOf(program, settings));
  return BUILD[program](settings);
}

/** Names the settings that a program needs and that are not set. */
export function missingSettings(program: Program, settings: Settings): (keyof Settings)[] {
  return neededOf(program, settings).filter((key) => settings[key] === undefined);
}

function neededOf(program: Program, settings: Settings): readonly (keyof Settings)[] {
  const hasPort = program === 'ingest' || program === 'retriever' || program === 'consolidator';
  return [...NEEDED[program], ...(hasPort && needsCertificate(settings) ? CERTIFICATE : [])];
}

function coreOf(settings: Settings, archives: boolean): CoreConfig {
  const { archive: _archive, ...core } = only(CORE_VARIABLES, settings);
  return { ...only(PROCESS_VARIABLES, settings), ...core, ...embedderOf(settings), ...llmOf(settings), archives };
}

function llmOf(settings: Settings): LlmConfig {
  const { llm, llmUrl: _url, llmModel: _model, ...common } = only(LLM_VARIABLES, settings);
  if (llm === 'off') return { ...common, llm };
  requireSettings(settings, ['llmUrl', 'llmModel']);
  return { ...common, llm, llmUrl: settings.llmUrl, llmModel: settings.llmModel };
}

function embedderOf(settings: Settings): EmbedderConfig {
  const { embedder, embedderUrl: _url, embedderModel: _model, embedderKey, ...common } = only(EMBEDDER_VARIABLES, settings);
  if (embedder !== 'http') return { ...common, embedder };
  requireSettings(settings, ['embedderUrl', 'embedderModel']);
  return { ...common, embedder, embedderUrl: settings.embedderUrl, embedderModel: settings.embedderModel, embedderKey };
}

function masterKeyOf({ masterKeyFile, masterKeys }: Settings): MasterKeyConfig {
  return { masterKeyFile, ...(masterKeys !== undefined && { masterKeys }) };
}

function topicsOf(settings: Settings): TopicsConfig {
  requireSettings(settings, NEEDED.topics);
  const { namePrefix, kafkaReplication, archive } = settings;
  const connections = { kafka: kafkaConnection(settings), s3: s3Connection(settings) };
  return { ...coreOf(settings, archive !== 'off'), ...masterKeyOf(settings), namePrefix, kafkaReplication, ...connections };
}

function indexOf(settings: Settings): IndexConfig {
  requireSettings(settings, NEEDED.index);
  return { ...topicsOf(settings), opensearchReplicas: settings.opensearchReplicas, opensearch: opensearchConnection(settings) };
}

function clusterOf(settings: Settings): ClusterConfig {
  requireSettings(settings, NEEDED.cluster);
  return { ...indexOf(settings), clickhouse: clickhouseConnection(settings) };
}

function serviceOf(settings: Settings): RetrieverConfig {
  requireSettings(settings, NEEDED.retriever);
  const { serviceHost, servicePort, serviceAdvertisedAddress, servicePublicKeysFile } = settings;
  return {
    ...clusterOf(settings),
    serviceHost,
    servicePort,
    serviceAdvertisedAddress,
    servicePublicKeysFile,
    portSecurity: portSecurity(settings),
  };
}

function callsOf(settings: Settings): CallConfig {
  requireSettings(settings, ['serviceKeyFile', 'ingestAddress']);
  return { serviceKeyFile: settings.serviceKeyFile, ingestAddress: settings.ingestAddress, callSecurity: callSecurity(settings) };
}

/** Returns the settings of one table. */
function only<Table extends ConfigTable>(table: Table, settings: SettingsOf<Table>): SettingsOf<Table> {
  const keys = new Set(Object.values(table).map(({ key }) => key));
  return Object.fromEntries(Object.entries(settings).filter(([key]) => keys.has(key))) as SettingsOf<Table>;
}
