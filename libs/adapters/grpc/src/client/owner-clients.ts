import { closeLanes, type Lanes } from './lanes.ts';

const MOST = 32;

/** Caches connections to single processes of a service by address, the most recently used ones. */
export function createOwnerClients(connect: (address: string) => Lanes) {
  const clients = new Map<string, Lanes>();
  return {
    at(address: string): Lanes {
      const client = clients.get(address) ?? connect(address);
      clients.delete(address);
      clients.set(address, client);
      const [oldest] = clients.keys();
      if (clients.size > MOST) {
        closeLanes(clients.get(oldest!)!);
        clients.delete(oldest!);
      }
      return client;
    },
    all: (): Iterable<Lanes> => clients.values(),
  };
}
