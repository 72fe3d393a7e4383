import { inject, it } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL to request the run's servers from. */
    testServers: string;
  }
}

export interface RealServer {
  readonly url: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Names of servers that tests may request. */
type ServerName = 'kafka' | 's3' | 'clickhouse' | 'opensearch';

/**
 * Registers tests on a real server that the whole run shares: the one that `TOTAL_RECALL_TEST_<NAME>` names, else one
 * that the run starts. Without a server it warns and registers one skipped test; with REQUIRE_REAL_BACKENDS=1 it
 * throws.
 */
export async function onRealServer(name: ServerName, register: (server: RealServer) => void): Promise<void> {
  const found = await findServer(name);
  if (typeof found !== 'string') return register(found);
  if (process.env['REQUIRE_REAL_BACKENDS'] === '1') throw new Error(`There is no ${name} to test on. ${found}`);
  process.stderr.write(`\nNOT TESTED on a real ${name}: ${found}\n`);
  it(`is tested on a real ${name}`, (context) => context.skip(found));
}

/**
 * Returns the server, or the reason why there is none. Throws when a server fails to start: that must not skip tests.
 */
async function findServer(name: ServerName): Promise<RealServer | string> {
  const own = process.env[`TOTAL_RECALL_TEST_${name.toUpperCase()}`];
  if (own !== undefined && own !== '') return { url: own };
  const answer = await fetch(`${inject('testServers')}/${name}`);
  const body = (await answer.json()) as RealServer & { readonly reason: string };
  if (answer.ok) return body;
  if (answer.status === 503) return body.reason;
  throw new Error(`The ${name} to test on did not start. ${body.reason}`);
}
