import type { KeptTokens, TokenMatrix } from '@total-recall/domain';
import { VECTOR_LIMITS, type DocumentVector } from '@total-recall/ports';
import { checkKeptTokens, checkMost, keptDimensions, refuseRequest } from '@total-recall/runtime';

/** Returns the dimensions of a query's rows; undefined without rows. */
export function tokenWidth({ ids, vectors }: TokenMatrix): number | undefined {
  return ids.length === 0 ? undefined : vectors.length / ids.length;
}

function keptWidth(tokens: KeptTokens): number | undefined {
  return tokens.lines.length === 0 ? undefined : keptDimensions(tokens);
}

/** Returns the dimensions of the first token vectors. All token vectors of a batch are checked to have the same. */
export function widthOf(vectors: readonly Pick<DocumentVector, 'tokens'>[]): number | undefined {
  return vectors.map(({ tokens }) => tokens && keptWidth(tokens)).find((width) => width !== undefined);
}

export function checkModel(model: string): void {
  if (model.length < 1 || model.length > VECTOR_LIMITS.modelChars)
    refuseRequest(`The id of a model has 1 to ${VECTOR_LIMITS.modelChars} characters.`);
}

/**
 * Checks a batch. Errors: `invalid_request` for an invalid vector, or one with other dimensions than those before it.
 */
export function checkVectors(vectors: readonly DocumentVector[]): void {
  checkMost('vectors', vectors.length, VECTOR_LIMITS.batch);
  const dimensions = vectors[0]?.vector.values.length ?? 1;
  if (dimensions < 1 || dimensions > VECTOR_LIMITS.dimensions) refuseRequest(`A vector has 1 to ${VECTOR_LIMITS.dimensions} dimensions.`);
  for (const { tokens } of vectors) if (tokens) checkKeptTokens(tokens);
  const width = widthOf(vectors);
  for (const { vector, tokens } of vectors) {
    if (vector.values.length !== dimensions || !Number.isFinite(vector.scale))
      refuseRequest('Vectors of a model have the same dimensions and finite scales.');
    if (tokens && keptWidth(tokens) !== undefined && keptWidth(tokens) !== width)
      refuseRequest('Token vectors of a model have the same dimensions.');
  }
}

export function checkQueryVector(vector: Float32Array): void {
  if (vector.length < 1 || vector.length > VECTOR_LIMITS.dimensions || !vector.every(Number.isFinite))
    refuseRequest(`A query vector has 1 to ${VECTOR_LIMITS.dimensions} finite numbers.`);
}

/** Checks dimensions against those of the set. Errors: `invalid_request` when they differ. */
export function checkDimensions(held: number | undefined, asked: number | undefined): void {
  if (held !== undefined && asked !== undefined && held !== asked)
    refuseRequest(`This model has ${held} dimensions in this space, not ${asked}.`);
}
