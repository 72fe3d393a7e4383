import { generateKeyPairSync } from 'node:crypto';
import { createServiceServer, serviceModule, type ServiceServerOptions } from '@total-recall/nest';
import { createMemoryService, createServiceStores } from '@total-recall/retriever/testing';
import {
  createServiceTokenSigner,
  createSystemClock,
  createSystemScheduler,
  readSigningKey,
  readVerifyingKeys,
  type ServiceTokenSigner,
} from '@total-recall/runtime';
import { connectService } from '../src/client/connect-service.ts';

export const clock = createSystemClock();
export const scheduler = createSystemScheduler();

/** Generates a new pair of service keys, in PEM. */
export function newServiceKeys(): { readonly privatePem: string; readonly publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

export const KEYS = newServiceKeys();

export function signerOf(keys: { readonly privatePem: string } = KEYS, now = clock.now): ServiceTokenSigner {
  return createServiceTokenSigner({ key: readSigningKey(keys.privatePem), clock: { ...clock, now } });
}

/** Serves cores on a free loopback port. */
export async function serve(services: Parameters<typeof serviceModule>[0], more: Partial<ServiceServerOptions> = {}) {
  const server = await createServiceServer({
    module: serviceModule(services),
    keys: readVerifyingKeys(KEYS.publicPem),
    host: '127.0.0.1',
    port: 0,
    clock,
    scheduler,
    ...more,
  });
  return { server, ...(await server.listen()) };
}

/** Serves ingest and retriever over memory stores, and connects to them through gRPC. */
export async function serveMemory() {
  const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192 } });
  await ingest.start();
  const { server, address } = await serve({ ingest, retriever });
  // A machine that stands still for a while must not fail the claims.
  const options = { address, tokens: signerOf(), clock, scheduler, timeoutMs: 100_000 };
  const clients = { ingest: await connectService('ingest', options), retriever: await connectService('retriever', options) };
  return {
    ...clients,
    address,
    async close() {
      await Promise.all([clients.ingest.close(1_000), clients.retriever.close(1_000)]);
      await server.close(1_000);
      await ingest.stop();
    },
  };
}
