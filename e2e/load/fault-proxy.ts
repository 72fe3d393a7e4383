import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/**
 * Behaviour of a proxy: it forwards, forwards each chunk late, refuses connections, or accepts them and forwards
 * nothing.
 */
export type ProxyMode =
  | { readonly kind: 'pass' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'silent' };

/** A breakable connection to a server, for any protocol on TCP. */
export interface FaultProxy {
  /** Address of the proxy, host and port. */
  readonly address: string;
  /** Changes the behaviour, for open connections too. */
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** Listens on loopback and forwards everything to `target` (host and port). */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const at = target.lastIndexOf(':');
  const [host, port] = [target.slice(0, at), Number(target.slice(at + 1))];
  let mode: ProxyMode = { kind: 'pass' };
  const open = new Set<Socket>();
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const carry = (from: Socket, to: Socket): void => {
    // Chunks keep their order, even when the delay changes between two of them.
    let turn: Promise<void> = Promise.resolve();
    const inTurn = (act: () => void | Promise<void>): void => {
      const before = turn;
      turn = (async () => {
        await before;
        await act();
      })();
    };
    from.on('data', (piece) => {
      const now = mode;
      if (now.kind === 'silent') return;
      inTurn(async () => {
        if (now.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, now.ms));
        if (!to.destroyed) to.write(piece);
      });
    });
    from.on('end', () => inTurn(() => void to.end()));
    from.on('close', () => inTurn(() => void to.destroy()));
    from.on('error', () => to.destroy());
  };
  const server = createServer((client) => {
    if (mode.kind === 'refuse') return void client.resetAndDestroy();
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    carry(client, upstream);
    carry(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      // Silence has lost bytes of every open connection, so these are cut.
      if (next.kind === 'refuse' || mode.kind === 'silent') cut();
      mode = next;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
