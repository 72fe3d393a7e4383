// Entry point for threads that read token vectors. Each thread loads its own copy of every import, and the index of
// this library would take 16 MB more.
export { unpackTokenRuns, unpackTokens } from './pack-tokens.ts';
export { createTokenScratch, decodeTokens, tokenCodec } from './token-codecs.ts';
