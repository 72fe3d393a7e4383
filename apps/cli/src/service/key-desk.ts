import { SILENT_LOGGER } from '@total-recall/observability';
import { makeKey, newSecret, recoverKey, revokeKey, toKeyViews, type ShownKey } from '@total-recall/gateway';
import type { ApiKey, ControlStore, Scope } from '@total-recall/ports';
import {
  createAuditChains,
  createSystemClock,
  createSystemRandom,
  createUlidFactory,
  type StandaloneConfig,
  type TopicsConfig,
} from '@total-recall/runtime';
import { openControl } from '@total-recall/data-folder';
import type { Client } from '@total-recall/client';
import { CommandError, EXIT } from '../exit-code.ts';
import { oneLine } from '../output/text-width.ts';
import { loadCluster } from './load-cluster.ts';

export type { ShownKey };

export interface WantedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly spaces?: readonly string[];
  readonly subjects?: readonly string[];
  /** Time of expiry, epoch milliseconds. */
  readonly expiresAt?: number;
}

/**
 * Creates, lists, rotates and revokes keys: over HTTP, in the folder of a stopped service, or in the control topic of a
 * cluster.
 */
export interface KeyDesk {
  /** The tenant of the keys; absent where the key that asks decides. */
  readonly tenant?: string;
  create(key: WantedKey): Promise<{ key: ShownKey; apiKey: string }>;
  list(): Promise<ShownKey[]>;
  /** Revokes a key. With `keepAdmin`, rejects with the code `last_admin_key` where none of the tenant's admin keys would be left. */
  revoke(keyId: string, options: { readonly keepAdmin: boolean }): Promise<ShownKey>;
  /** Gives a key a new secret and changes nothing else. */
  rotate(keyId: string): Promise<{ key: ShownKey; apiKey: string }>;
  close(): Promise<void>;
}

type KeyWire = Awaited<ReturnType<Client['keys']>>['keys'][number];

export function createRemoteKeyDesk(client: Client): KeyDesk {
  return {
    async create({ expiresAt, spaces, subjects, ...key }) {
      const made = await client.createKey({
        ...key,
        scopes: [...key.scopes],
        ...(spaces && { spaces: [...spaces] }),
        ...(subjects && { subjects: [...subjects] }),
        ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      });
      return { key: fromWire(made.key), apiKey: made.apiKey };
    },
    list: async () => (await client.keys()).keys.map(fromWire),
    revoke: async (keyId, options) => fromWire(await client.revokeKey(keyId, options)),
    rotate: async (keyId) => {
      const made = await client.rotateKey(keyId);
      return { key: fromWire(made.key), apiKey: made.apiKey };
    },
    close: async () => undefined,
  };
}

function fromWire({ createdAt, expiresAt, revokedAt, ...key }: KeyWire): ShownKey {
  const at = (time: string | number | undefined) => (time === undefined ? undefined : new Date(time).getTime());
  return { ...key, createdAt: at(createdAt)!, expiresAt: at(expiresAt), revokedAt: at(revokedAt) };
}

/** Operations on keys that need access to the machine or the cluster. */
export interface LocalKeyDesk extends KeyDesk {
  /** Creates an admin key when none is left. Rejects, naming the existing ones, if there are any. */
  recover(): Promise<{ key: ShownKey; apiKey: string }>;
}

/** Opens the keys of a data folder. No API key is needed, as the right to write the folder suffices. */
export async function openLocalKeyDesk(
  config: Pick<StandaloneConfig, 'dataDir' | 'masterKeyFile' | 'masterKeys'>,
  tenant: string,
): Promise<LocalKeyDesk> {
  return openKeyDesk(await openControl(config), tenant, config.dataDir);
}

/**
 * Opens the keys of a cluster with a service's settings from the environment. No API key is needed, as the right to
 * write the topics suffices. Gateways see changes within moments.
 */
export async function openClusterKeyDesk(config: TopicsConfig, tenant: string): Promise<LocalKeyDesk> {
  const { openClusterControl } = await loadCluster();
  return openKeyDesk(await openClusterControl(config, SILENT_LOGGER), tenant, `the cluster ${config.namePrefix}`);
}

/** Creates a desk that records every act in the audit log. */
async function openKeyDesk(control: ControlStore, tenant: string, where: string): Promise<LocalKeyDesk> {
  const clock = createSystemClock();
  const random = createSystemRandom();
  const nextId = createUlidFactory({ clock, random });
  const chains = createAuditChains({ control, clock, nextId, writer: `machine.${nextId('audit')}` });
  const audit = (action: string, target: string) =>
    chains.append([{ id: nextId(tenant), at: clock.now(), tenant, keyId: 'operator', action, target, outcome: 'allowed' }]);
  const all = async () => toKeyViews(await control.apiKeys(tenant));
  const present = async (keyId: string): Promise<ApiKey> => {
    const key = await control.apiKey(keyId);
    if (key?.tenant === tenant) return key;
    throw new CommandError(EXIT.notFound, `The tenant ${tenant} has no key ${keyId}.`, { advice: 'total-recall keys list shows them.' });
  };
  const shown = async (keyId: string) => (await all()).find(({ id }) => id === keyId)!;
  try {
    const tenants = await control.tenants();
    if (!tenants.some(({ id }) => id === tenant)) {
      const known = tenants.map(({ id }) => id).join(', ');
      throw new CommandError(
        EXIT.notFound,
        tenants.length === 0 ? `${where} has no tenant yet.` : `${where} has no tenant ${tenant}. It has ${known}.`,
        {
          advice: tenants.length === 0 ? 'The first `total-recall serve` creates one and prints its key.' : 'Name one with --tenant.',
        },
      );
    }
  } catch (error) {
    await control.close();
    throw error;
  }
  return {
    tenant,
    async create(wanted) {
      const { key, text } = await makeKey({ control, clock, random }, tenant, wanted);
      await audit('key.issue', key.id);
      return { key: await shown(key.id), apiKey: text };
    },
    list: all,
    async rotate(keyId) {
      const { secretHash, text } = newSecret(random, keyId);
      await control.putApiKey({ ...(await present(keyId)), secretHash });
      await audit('key.rotate', keyId);
      return { key: await shown(keyId), apiKey: text };
    },
    async revoke(keyId, options) {
      await revokeKey({ control, clock }, await present(keyId), options);
      await audit('key.revoke', keyId);
      return shown(keyId);
    },
    async recover() {
      const recovered = await recoverKey({ control, clock, random }, tenant);
      if (recovered.kind === 'present') {
        throw new CommandError(
          EXIT.failed,
          `The tenant ${tenant} has a valid admin key: ${recovered.key.id} (${oneLine(recovered.key.name)}).`,
          {
            advice:
              'If its secret is lost, create another with `total-recall keys create` in the same place and revoke the lost one with `keys revoke`.',
          },
        );
      }
      await audit('key.recover', recovered.key.id);
      return { key: await shown(recovered.key.id), apiKey: recovered.text };
    },
    close: () => control.close(),
  };
}
