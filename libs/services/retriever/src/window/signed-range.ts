import type { Marker, SessionAddress } from '@total-recall/domain';
import { hashHex } from '@total-recall/runtime';
import type { RetrievalSigner } from '../retriever-deps.ts';

const SIGNATURE_CHARS = 16;
const RANGE = /^r(\d{1,15})-(\d{1,15})\.([0-9a-f]{16})$/;

/**
 * Names a marker that exists in one call's window only: its range of ordinals, signed, so that it can be
 * expanded but not forged.
 */
export function signedRange(
  signer: Pick<RetrievalSigner, 'sign'>,
  address: SessionAddress,
  { fromOrdinal, toOrdinal }: Pick<Marker, 'fromOrdinal' | 'toOrdinal'>,
): string {
  return `r${fromOrdinal}-${toOrdinal}.${signatureOf(signer, address, fromOrdinal, toOrdinal)}`;
}

/** Parses such a name in this session; undefined if the signature is not ours. */
export function readSignedRange(
  signer: Pick<RetrievalSigner, 'sign'>,
  address: SessionAddress,
  name: string,
): { readonly fromOrdinal: number; readonly toOrdinal: number } | undefined {
  const match = RANGE.exec(name);
  if (!match) return undefined;
  const [fromOrdinal, toOrdinal] = [Number(match[1]), Number(match[2])];
  return signatureOf(signer, address, fromOrdinal, toOrdinal) === match[3] ? { fromOrdinal, toOrdinal } : undefined;
}

function signatureOf(signer: Pick<RetrievalSigner, 'sign'>, { tenant, space, session }: SessionAddress, from: number, to: number): string {
  return hashHex(signer.sign(`marker/${tenant}/${space}/${session}/${from}-${to}`)).slice(0, SIGNATURE_CHARS);
}
