import type { NewEvent } from '../wire/wire-types.ts';

/** A seal that its vendor wants back with thinking or a call. */
export type Seal = NonNullable<NewEvent['thinking']>;
export type ProviderData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Largest seal that an event may have, in characters. */
const MOST_CHARS = 256 * 1024;
const GOOGLE = ['google', 'vertex', 'googleVertex'] as const;
const OPENAI = ['openai', 'azure'] as const;
export const DEEPSEEK = 'deepseek';

const given = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= MOST_CHARS;

/** Reads the seal of a reasoning part of the AI SDK. */
export function readAiSeal(data: ProviderData = {}): Seal | undefined {
  const { signature, redactedData } = data['anthropic'] ?? {};
  if (given(signature)) return { signature };
  if (given(redactedData)) return { redacted: redactedData };
  for (const vendor of OPENAI) {
    const { itemId, reasoningEncryptedContent: redacted } = data[vendor] ?? {};
    if (given(redacted)) return { vendor, redacted, ...(given(itemId) && { signature: itemId }) };
  }
  return readAiCallSeal(data);
}

/** Reads the seal of a call of the AI SDK: Google requires its signature back. */
export function readAiCallSeal(data: ProviderData = {}): Seal | undefined {
  for (const vendor of GOOGLE) {
    const { thoughtSignature } = data[vendor] ?? {};
    if (given(thoughtSignature)) return { vendor, redacted: thoughtSignature };
  }
  // A compatible provider names it as its user named the provider, and takes Google's name back.
  for (const { thoughtSignature } of Object.values(data))
    if (given(thoughtSignature)) return { vendor: 'google', redacted: thoughtSignature };
  return undefined;
}

/** Writes a seal as it was read; no provider but its own reads it. */
export function writeAiSeal({ vendor, signature, redacted = '' }: Seal): Record<string, Record<string, string>> {
  if (vendor === undefined) return { anthropic: signature === undefined ? { redactedData: redacted } : { signature } };
  if (vendor === DEEPSEEK) return { [DEEPSEEK]: {} };
  if ((GOOGLE as readonly string[]).includes(vendor)) return { [vendor]: { thoughtSignature: redacted } };
  return { [vendor]: { ...(signature !== undefined && { itemId: signature }), reasoningEncryptedContent: redacted } };
}

/**
 * Returns the seal of reasoning that its vendor wants back as it is: DeepSeek refuses calls that come back without. It
 * is known by the name of its models.
 */
export function plainSeal(model: unknown): Seal | undefined {
  return typeof model === 'string' && /deepseek/i.test(model) ? { vendor: DEEPSEEK } : undefined;
}

/** Reads the seal of a reasoning item of OpenAI's Responses API. */
export function readResponsesSeal(id: unknown, encrypted: unknown): Seal | undefined {
  return given(encrypted) ? { vendor: 'openai', redacted: encrypted, ...(given(id) && { signature: id }) } : undefined;
}

/** A block of a window, as far as it says what was sealed. */
export interface SealedBlock {
  readonly text: string;
  readonly kind?: string;
  readonly eventKind?: string;
  readonly messageId?: string;
  readonly callId?: string;
  readonly thinking?: Seal;
}

/** Thinking of a vendor that goes back before a call, and the seal of the call itself. */
export interface CallSeals {
  readonly before: readonly { readonly text: string; readonly seal: Seal }[];
  readonly own?: Seal;
}

/**
 * Finds what goes back with each call, by its id as written in the messages. Thinking that no call of its response
 * follows is left out: no vendor requires it. `ids` are those of all calls in the order of the messages, `written` the
 * changed ones with those of the log: agents use ids again, so the order says which call of an id is which.
 */
export function sealsOfCalls(
  blocks: readonly SealedBlock[],
  ids: readonly string[],
  written: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, CallSeals> {
  const names = new Map<string, string[]>();
  for (const id of ids) {
    const original = Object.hasOwn(written, id) ? written[id]! : id;
    const known = names.get(original);
    if (known) known.push(id);
    else names.set(original, [id]);
  }
  const seals = new Map<string, CallSeals>();
  // One of several parallel calls may be the only sealed one, and need not be the next.
  const ofCalls = new Map<string, { readonly seal: Seal; readonly messageId: string | undefined }>();
  let before: { text: string; seal: Seal; messageId: string | undefined }[] = [];
  for (const { eventKind, messageId, callId, thinking: seal, text } of blocks) {
    if (eventKind === 'thinking' && isVendors(seal) && (text !== '' || seal.redacted !== undefined)) {
      if (seal.callId === undefined) before.push({ text, seal, messageId });
      else ofCalls.set(seal.callId, { seal, messageId });
    }
    if (eventKind !== 'tool_call' || callId === undefined) continue;
    const name = names.get(callId)?.shift();
    const mine = before.filter((one) => one.messageId === messageId);
    const found = ofCalls.get(callId);
    const own = found?.messageId === messageId ? found?.seal : undefined;
    if (name !== undefined && (mine.length > 0 || own)) seals.set(name, { before: mine, ...(own && { own }) });
    ofCalls.delete(callId);
    before = [];
  }
  return seals;
}

function isVendors(seal: Seal | undefined): seal is Seal {
  return seal?.vendor !== undefined && seal.vendor !== 'anthropic';
}
