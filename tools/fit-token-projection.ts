// `npm run fit:projection`: learns the projection of MiniLM's token vectors from generated conversations and writes it.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { createOnnxEmbedder, findModelFiles, MINILM_L6_V2, modelCacheFolder } from '@total-recall/adapter-onnx';
import { createSeededRandom, generateConfidenceSet } from '@total-recall/evaluation';
import { leadingDirections } from './fit/leading-directions.ts';
import { stringsOf } from './fit/strings-of.ts';

const FILE = new URL('../libs/adapters/onnx/src/embedding/minilm-projection.ts', import.meta.url);
const TEXTS = 3_000;
const TEXT_CHARACTERS = 300;
const DIMENSIONS = 128;
const SEEDS = [1, 2, 3, 4];

const model = MINILM_L6_V2;
const from = model.dimensions;
const all = new Set(SEEDS.flatMap((seed) => stringsOf(generateConfidenceSet({ part: 'fit', seed, stores: 8 }))));
const texts = createSeededRandom('token projection')
  .shuffled([...all])
  .slice(0, TEXTS);
const files = await findModelFiles(model, { cacheFolder: modelCacheFolder(process.env, homedir) });
const embedder = await createOnnxEmbedder({ model, files });

/**
 * Second moments of the rows, not centred, because the projection must preserve products of rows and not distances from
 * their mean.
 */
const moments = new Float64Array(from * from);
let rows = 0;
for (let at = 0; at < texts.length; at += 64) {
  const inputs = texts.slice(at, at + 64).map((text) => ({ text: text.slice(0, TEXT_CHARACTERS), kind: 'document' as const }));
  for (const { tokens } of await embedder.embed(inputs, { tokens: true })) {
    tokens!.scales.forEach((scale, row) => addMoments(tokens!.vectors.subarray(row * from, (row + 1) * from), scale));
    rows += tokens!.scales.length;
  }
}
await embedder.close();

const directions = leadingDirections(moments, from, DIMENSIONS);
const largest = directions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const weights = Int8Array.from(directions, (value) => Math.round((value * 127) / largest));
write(Buffer.from(weights.buffer));
console.log(`${DIMENSIONS} directions from ${rows} rows of ${texts.length} texts out of ${all.size}.`);

function addMoments(vector: Int8Array, scale: number): void {
  const square = scale * scale;
  for (let left = 0; left < from; left++) {
    const weight = vector[left]! * square;
    for (let right = left; right < from; right++) moments[left * from + right]! += weight * vector[right]!;
  }
}

function write(bytes: Buffer): void {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(
    FILE,
    `import type { TokenProjection } from './token-projection.ts';

// Written by \`npm run fit:projection\` from generated conversations alone; int8, ${DIMENSIONS} rows of ${from}.

export const MINILM_PROJECTION: TokenProjection = {
  dimensions: ${DIMENSIONS},
  sha256: '${sha256}',
  base64:
    '${bytes.toString('base64')}',
};
`,
  );
}
