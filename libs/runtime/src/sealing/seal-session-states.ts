import { randomBytes } from 'node:crypto';
import { spaceKey, type SessionState } from '@total-recall/domain';
import type { KeyStore, SessionStore } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { decrypt, encrypt, NONCE_BYTES } from './aead.ts';
import { createDerivedKeys } from './derived-keys.ts';

/** The fields that lists and the fold of an index need. They hold no text of a conversation. */
type OpenFields = Pick<
  SessionState,
  'tenant' | 'space' | 'session' | 'foldVersion' | 'offset' | 'ordinal' | 'turn' | 'request' | 'cycle' | 'firstAt' | 'lastAt' | 'entries'
>;
/** A stored state. Its markers are replaced by null, which keeps only their number. */
type SealedState = OpenFields & { readonly markers: readonly null[]; readonly sealed: string };

/** Returns true when a stored state has its content sealed; earlier versions did not seal it. */
export function isSealedState(state: object): boolean {
  return 'sealed' in state;
}

/**
 * Wraps a store of session states so that everything but places, counts and event ids is sealed under a key derived
 * from the space's: texts and topics of markers, idempotency keys, sources and so on. Older states are read as they are
 * and sealed at their next save. Once the space's key is destroyed, nothing of it is saved or read.
 */
export function sealSessionStates(store: SessionStore, keys: Pick<KeyStore, 'spaceKey'>): SessionStore {
  const keyOf = createDerivedKeys(keys, 'session-states');
  const sealAll = async (states: readonly SessionState[]): Promise<SessionState[]> => {
    const own = new Map<string, Uint8Array | undefined>();
    for (const state of states) if (!own.has(spaceKey(state))) own.set(spaceKey(state), await keyOf(state));
    return states.flatMap((state) => {
      const key = own.get(spaceKey(state));
      return key ? [sealState(key, state)] : [];
    });
  };
  return {
    ...store,
    async load(address) {
      const state = await store.load(address);
      if (!state || !isSealedState(state)) return state;
      const key = await keyOf(address);
      return key && openState(key, state as unknown as SealedState);
    },
    save: async (states, upTo) => store.save(await sealAll(states), upTo),
    ...(store.replace && {
      replace: async (...[states, gone, upTo]: Parameters<NonNullable<SessionStore['replace']>>) =>
        store.replace!(await sealAll(states), gone, upTo),
    }),
  };
}

const nameOf = ({ tenant, space, session, offset }: Pick<SessionState, 'tenant' | 'space' | 'session' | 'offset'>): Buffer =>
  Buffer.from(JSON.stringify([tenant, space, session, offset]));

function sealState(key: Uint8Array, state: SessionState): SessionState {
  const { tenant, space, session, foldVersion, offset, ordinal, turn, request, cycle, firstAt, lastAt, entries, ...content } = state;
  const nonce = randomBytes(NONCE_BYTES);
  const bytes = encrypt(key, nonce, Buffer.from(JSON.stringify(content)), nameOf(state));
  const open: OpenFields = { tenant, space, session, foldVersion, offset, ordinal, turn, request, cycle, firstAt, lastAt, entries };
  const sealed: SealedState = { ...open, markers: state.markers.map(() => null), sealed: Buffer.concat([nonce, bytes]).toString('base64') };
  return sealed as unknown as SessionState;
}

function openState(key: Uint8Array, { sealed, ...open }: SealedState): SessionState {
  const bytes = Buffer.from(sealed, 'base64');
  const content = decrypt(key, bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES), nameOf(open));
  if (!content) throw new TotalRecallError('damaged', 'A session state does not open: it is not what was written.');
  return { ...open, ...(JSON.parse(Buffer.from(content).toString()) as Omit<SessionState, keyof OpenFields>) };
}
