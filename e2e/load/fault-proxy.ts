import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** What a proxy does with what comes: passes it on, passes each piece on late, refuses connections, or takes them and passes nothing on. */
export type ProxyMode =
  { readonly kind: 'pass' } | { readonly kind: 'delay'; readonly ms: number } | { readonly kind: 'refuse' } | { readonly kind: 'silent' };

/** A way to a server that can be broken: one for everything that speaks TCP. */
export interface FaultProxy {
  /** Host and port. */
  readonly address: string;
  /** From now on; open connections too. */
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** Listens on loopback and passes everything on to `target` (host and port). */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const at = target.lastIndexOf(':');
  const [host, port] = [target.slice(0, at), Number(target.slice(at + 1))];
  let mode: ProxyMode = { kind: 'pass' };
  const open = new Set<Socket>();
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const carry = (from: Socket, to: Socket): void => {
    // Pieces keep their order, also where the delay changes between two of them.
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
      // After a silence something is missing on every open connection.
      if (next.kind === 'refuse' || mode.kind === 'silent') cut();
      mode = next;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
