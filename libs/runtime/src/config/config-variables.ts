import { API_VARIABLES } from './api-variables.ts';
import { CLIENT_VARIABLES } from './client-variables.ts';
import type { ConfigTable, SettingsOf } from './config-variable.ts';
import { CONNECTION_VARIABLES } from './connection-variables.ts';
import { CORE_VARIABLES } from './core-variables.ts';
import { EMBEDDER_VARIABLES } from './embedder-variables.ts';
import { FOLDER_VARIABLES } from './folder-variables.ts';
import { LLM_VARIABLES } from './llm-variables.ts';
import { PROCESS_VARIABLES } from './process-variables.ts';
import { PROXY_VARIABLES } from './proxy-variables.ts';
import { SERVICE_VARIABLES } from './service-variables.ts';

/** The variables by what they are about, in the order of the documentation. */
export const CONFIG_GROUPS: readonly { readonly title: string; readonly variables: ConfigTable }[] = [
  { title: 'The API', variables: API_VARIABLES },
  { title: 'The proxy', variables: PROXY_VARIABLES },
  { title: 'The process', variables: PROCESS_VARIABLES },
  { title: 'The data folder', variables: FOLDER_VARIABLES },
  { title: 'Windows, recall and storage', variables: CORE_VARIABLES },
  { title: 'The embedding model', variables: EMBEDDER_VARIABLES },
  { title: 'A language model for consolidation', variables: LLM_VARIABLES },
  { title: 'Kafka, OpenSearch, ClickHouse and S3', variables: CONNECTION_VARIABLES },
  { title: 'Services of a cluster', variables: SERVICE_VARIABLES },
  { title: 'The command line', variables: CLIENT_VARIABLES },
];

/** Every variable that the services and their tools read. */
export const CONFIG_VARIABLES = {
  ...API_VARIABLES,
  ...PROXY_VARIABLES,
  ...PROCESS_VARIABLES,
  ...FOLDER_VARIABLES,
  ...CORE_VARIABLES,
  ...EMBEDDER_VARIABLES,
  ...LLM_VARIABLES,
  ...CONNECTION_VARIABLES,
  ...SERVICE_VARIABLES,
  ...CLIENT_VARIABLES,
};

/** All settings of an environment, converted. The type of what runs is made of them by `parseConfig`. */
export type Settings = SettingsOf<typeof CONFIG_VARIABLES> & {
  /** Absolute paths, from the environment or by default. */
  readonly dataDir: string;
  readonly masterKeyFile: string;
};
