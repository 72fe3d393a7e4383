import { makeKey } from '@total-recall/gateway';
import type { ApiKey, Scope } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, createUlidFactory, type AppConfig } from '@total-recall/runtime';
import { openControl } from '@total-recall/standalone';
import type { Client } from '@total-recall/client';
import { CommandError, EXIT } from '../exit-code.ts';

export type ShownKey = Omit<ApiKey, 'secretHash' | 'tenant'>;

export interface WantedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly spaces?: readonly string[];
  /** Epoch milliseconds. */
  readonly expiresAt?: number;
}

/** Makes, lists and revokes keys: over HTTP, or in the folder of a service that is down. */
export interface KeyDesk {
  create(key: WantedKey): Promise<{ key: ShownKey; apiKey: string }>;
  list(): Promise<ShownKey[]>;
  revoke(keyId: string): Promise<ShownKey>;
  close(): Promise<void>;
}

type KeyWire = Awaited<ReturnType<Client['keys']>>['keys'][number];

export function createRemoteKeyDesk(client: Client): KeyDesk {
  return {
    async create({ expiresAt, spaces, ...key }) {
      const made = await client.createKey({
        ...key,
        scopes: [...key.scopes],
        ...(spaces && { spaces: [...spaces] }),
        ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      });
      return { key: fromWire(made.key), apiKey: made.apiKey };
    },
    list: async () => (await client.keys()).keys.map(fromWire),
    revoke: async (keyId) => fromWire(await client.revokeKey(keyId)),
    close: async () => undefined,
  };
}

function fromWire({ createdAt, expiresAt, revokedAt, ...key }: KeyWire): ShownKey {
  const at = (time: string | number | undefined) => (time === undefined ? undefined : new Date(time).getTime());
  return { ...key, createdAt: at(createdAt)!, expiresAt: at(expiresAt), revokedAt: at(revokedAt) };
}

/** The operator at the machine needs no key: who may write the folder may do this. Every act is in the audit log. */
export async function openLocalKeyDesk(config: AppConfig, tenant: string): Promise<KeyDesk> {
  const control = await openControl(config);
  const clock = createSystemClock();
  const random = createSystemRandom();
  const nextId = createUlidFactory({ clock, random });
  const audit = (action: string, target: string) =>
    control.appendAudit([{ id: nextId(), at: clock.now(), tenant, keyId: 'operator', action, target, outcome: 'allowed' }]);
  const shown = ({ secretHash: _hash, tenant: _tenant, ...key }: ApiKey): ShownKey => key;
  try {
    const tenants = await control.tenants();
    if (!tenants.some(({ id }) => id === tenant)) {
      const known = tenants.map(({ id }) => id).join(', ');
      throw new CommandError(
        EXIT.notFound,
        tenants.length === 0 ? `${config.dataDir} holds no tenant yet.` : `${config.dataDir} has no tenant ${tenant}. It has ${known}.`,
        {
          advice: tenants.length === 0 ? 'The first `total-recall serve` makes one and prints its key.' : 'Name one with --tenant.',
        },
      );
    }
  } catch (error) {
    await control.close();
    throw error;
  }
  return {
    async create(wanted) {
      const { key, text } = await makeKey({ control, clock, random }, tenant, wanted);
      await audit('key.issue', key.id);
      return { key: shown(key), apiKey: text };
    },
    list: async () => (await control.apiKeys(tenant)).map(shown),
    async revoke(keyId) {
      const key = await control.apiKey(keyId);
      if (!key || key.tenant !== tenant)
        throw new CommandError(EXIT.notFound, `The tenant ${tenant} has no key ${keyId}.`, {
          advice: 'total-recall keys list shows them.',
        });
      const revoked = { ...key, revokedAt: key.revokedAt ?? clock.now() };
      await control.putApiKey(revoked);
      await audit('key.revoke', keyId);
      return shown(revoked);
    },
    close: () => control.close(),
  };
}
