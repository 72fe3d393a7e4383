import { makeKey, recoverKey, shownKeys, type ShownKey } from '@total-recall/gateway';
import type { Scope } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, createUlidFactory, type AppConfig } from '@total-recall/runtime';
import { openControl } from '@total-recall/standalone';
import type { Client } from '@total-recall/client';
import { CommandError, EXIT } from '../exit-code.ts';
import { oneLine } from '../output/text-width.ts';

export type { ShownKey };

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

/** What only the operator at the machine can do. */
export interface LocalKeyDesk extends KeyDesk {
  /** A new admin key where none is left; rejects with what there is where one holds. */
  recover(): Promise<{ key: ShownKey; apiKey: string }>;
}

/** The operator at the machine needs no key: who may write the folder may do this. Every act is in the audit log. */
export async function openLocalKeyDesk(config: AppConfig, tenant: string): Promise<LocalKeyDesk> {
  const control = await openControl(config);
  const clock = createSystemClock();
  const random = createSystemRandom();
  const nextId = createUlidFactory({ clock, random });
  const audit = (action: string, target: string) =>
    control.appendAudit([{ id: nextId(), at: clock.now(), tenant, keyId: 'operator', action, target, outcome: 'allowed' }]);
  const all = async () => shownKeys(await control.apiKeys(tenant));
  const shown = async (keyId: string) => (await all()).find(({ id }) => id === keyId)!;
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
      return { key: await shown(key.id), apiKey: text };
    },
    list: all,
    async revoke(keyId) {
      const key = await control.apiKey(keyId);
      if (!key || key.tenant !== tenant)
        throw new CommandError(EXIT.notFound, `The tenant ${tenant} has no key ${keyId}.`, {
          advice: 'total-recall keys list shows them.',
        });
      await control.putApiKey({ ...key, revokedAt: key.revokedAt ?? clock.now() });
      await audit('key.revoke', keyId);
      return shown(keyId);
    },
    async recover() {
      const recovered = await recoverKey({ control, clock, random }, tenant);
      if (recovered.kind === 'present') {
        throw new CommandError(
          EXIT.failed,
          `The tenant ${tenant} has an admin key that holds: ${recovered.key.id} (${oneLine(recovered.key.name)}).`,
          {
            advice:
              'Where its secret is lost, `total-recall keys create` makes another in this folder, and `keys revoke` ends the lost one.',
          },
        );
      }
      await audit('key.recover', recovered.key.id);
      return { key: await shown(recovered.key.id), apiKey: recovered.text };
    },
    close: () => control.close(),
  };
}
