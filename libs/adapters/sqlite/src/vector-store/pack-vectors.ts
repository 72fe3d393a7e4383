import { VECTOR_LIMITS, type DocumentVector } from '@total-recall/ports';
import { checkKeptTokens, checkMost, keptDimensions, packTokens, refuseRequest } from '@total-recall/runtime';
import type { PackedVectors } from './vector-messages.ts';

/** Packs vectors of one model for the writer. Errors: `invalid_request` for an invalid one. */
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
    documents: documents.map((document) => ({ ...addressOf(document), tokens: packed(document) })),
  };
}

function addressOf({ tenant, space, eventId, part }: DocumentVector): { tenant: string; space: string; eventId: string; part: number } {
  return { tenant, space, eventId, part };
}

function packed({ tokens }: DocumentVector): PackedVectors['documents'][number]['tokens'] {
  if (!tokens) return null;
  checkKeptTokens(tokens);
  return { dimensions: keptDimensions(tokens), ids: tokens.ids.slice(), bytes: packTokens(tokens) };
}
