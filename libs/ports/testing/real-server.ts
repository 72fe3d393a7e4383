import { inject, it } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's servers are asked for. */
    testServers: string;
  }
}

export interface RealServer {
  readonly url: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Servers that tests may ask for. */
type ServerName = 'kafka' | 's3' | 'clickhouse' | 'opensearch';

/**
 * Registers tests on a real server, shared by the whole run: the one that `TOTAL_RECALL_TEST_<NAME>` names, else one that the run
 * starts. Where there is none it says so aloud and registers one skipped test; with REQUIRE_REAL_BACKENDS=1 it throws.
 */
export async function onRealServer(name: ServerName, register: (server: RealServer) => void): Promise<void> {
  const found = await findServer(name);
  if (typeof found !== 'string') return register(found);
  if (process.env['REQUIRE_REAL_BACKENDS'] === '1') throw new Error(`There is no ${name} to test on. ${found}`);
  process.stderr.write(`\nNOT TESTED on a real ${name}: ${found}\n`);
  it(`is tested on a real ${name}`, (context) => context.skip(found));
}

/** The server, or why there is none. Errors: what its start failed of; that it does not start is no reason to leave tests out. */
async function findServer(name: ServerName): Promise<RealServer | string> {
  const own = process.env[`TOTAL_RECALL_TEST_${name.toUpperCase()}`];
  if (own !== undefined && own !== '') return { url: own };
  const answer = await fetch(`${inject('testServers')}/${name}`);
  const body = (await answer.json()) as RealServer & { readonly reason: string };
  if (answer.ok) return body;
  if (answer.status === 503) return body.reason;
  throw new Error(`The ${name} to test on did not start. ${body.reason}`);
}
