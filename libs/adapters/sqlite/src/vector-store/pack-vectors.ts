import { VECTOR_LIMITS, type DocumentVector } from '@total-recall/ports';
import { checkMost, refuseRequest } from '@total-recall/runtime';
import { encodeTokens } from './token-blob.ts';
import type { PackedVectors } from './vector-messages.ts';

/** Vectors of one model as they go to the writer. Errors: `invalid_request` for one that is none. */
export function packVectors(model: string, documents: readonly DocumentVector[]): PackedVectors {
  if (model.length < 1 || model.length > VECTOR_LIMITS.modelChars)
    refuseRequest(`The id of a model has 1 to ${VECTOR_LIMITS.modelChars} characters.`);
  checkMost('vectors', documents.length, VECTOR_LIMITS.batch);
  const dimensions = documents[0]!.vector.values.length;
  if (dimensions < 1 || dimensions > VECTOR_LIMITS.dimensions)
    refuseRequest(`A vector has 1 to ${VECTOR_LIMITS.dimensions} dimensions, not ${dimensions}.`);
  const rows = new Int8Array(documents.length * dimensions);
  const scales = new Float32Array(documents.length);
  documents.forEach(({ vector }, at) => {
    if (vector.values.length !== dimensions)
      refuseRequest(`The vectors of a model have the same dimensions, not ${dimensions} and ${vector.values.length}.`);
    if (!Number.isFinite(vector.scale)) refuseRequest('The scale of a vector must be a finite number.');
    rows.set(vector.values, at * dimensions);
    scales[at] = vector.scale;
  });
  return {
    model,
    dimensions,
    rows,
    scales,
    documents: documents.map((document) => ({ ...addressOf(document), tokens: packTokens(document) })),
  };
}

function addressOf({ tenant, space, eventId, part }: DocumentVector): { tenant: string; space: string; eventId: string; part: number } {
  return { tenant, space, eventId, part };
}

function packTokens({ tokens }: DocumentVector): Uint8Array | null {
  if (!tokens) return null;
  const { ids, scales, vectors } = tokens;
  if (ids.length > VECTOR_LIMITS.tokens) refuseRequest(`A document has at most ${VECTOR_LIMITS.tokens} token vectors, not ${ids.length}.`);
  const dimensions = ids.length === 0 ? 0 : vectors.length / ids.length;
  if (
    scales.length !== ids.length ||
    !Number.isInteger(dimensions) ||
    dimensions > VECTOR_LIMITS.dimensions ||
    (ids.length > 0 && dimensions === 0)
  ) {
    refuseRequest(`Token vectors have a scale and a row of the same dimensions for each of ${ids.length} ids.`);
  }
  return encodeTokens(tokens);
}
