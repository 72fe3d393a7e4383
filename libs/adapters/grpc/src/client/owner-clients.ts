import type { Client } from '@grpc/grpc-js';

const MOST = 32;

/** Caches connections to single processes of a service by address, the most recently used ones. */
export function createOwnerClients(connect: (address: string) => Client) {
  const clients = new Map<string, Client>();
  return {
    at(address: string): Client {
      const client = clients.get(address) ?? connect(address);
      clients.delete(address);
      clients.set(address, client);
      const [oldest] = clients.keys();
      if (clients.size > MOST) {
        clients.get(oldest!)!.close();
        clients.delete(oldest!);
      }
      return client;
    },
    all: (): Iterable<Client> => clients.values(),
  };
}
