// What threads read token vectors with. Each thread loads a copy of all that it imports: the index of this library would cost it 16 MB more.
export { unpackTokenRuns, unpackTokens } from './pack-tokens.ts';
export { createTokenScratch, decodeTokens, tokenCodec } from './token-codecs.ts';
