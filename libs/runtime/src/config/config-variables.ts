import { API_VARIABLES } from './api-variables.ts';
import { CLIENT_VARIABLES } from './client-variables.ts';
import type { SettingsOf } from './config-variable.ts';
import { CONNECTION_VARIABLES } from './connection-variables.ts';
import { CORE_VARIABLES } from './core-variables.ts';
import { EMBEDDER_VARIABLES } from './embedder-variables.ts';
import { FOLDER_VARIABLES } from './folder-variables.ts';
import { LLM_VARIABLES } from './llm-variables.ts';
import { PROCESS_VARIABLES } from './process-variables.ts';
import { PROXY_VARIABLES } from './proxy-variables.ts';
import { SERVICE_VARIABLES } from './service-variables.ts';

/** Every variable that the services and their tools read, in the order of the documentation. */
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
