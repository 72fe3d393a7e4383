import { ANY_URL, secret, text, URL_EXPECTED, type ConfigTable } from './config-variable.ts';

/** Variables of the command line tool that speaks to a running service. */
export const CLIENT_VARIABLES = {
  TOTAL_RECALL_URL: text('url', ANY_URL, URL_EXPECTED, 'Service that the command line talks to.'),
  TOTAL_RECALL_API_KEY: secret('apiKey', /^[\x21-\x7e]{1,512}$/, 'an API key', 'API key that the command line sends.'),
} as const satisfies ConfigTable;
