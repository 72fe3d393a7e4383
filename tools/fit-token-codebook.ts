// `npm run fit:codebook`: learns the codes of MiniLM's token vectors from generated conversations and from texts of
// installed packages, and writes them.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { createOnnxEmbedder, findModelFiles, MINILM_L6_V2, modelCacheFolder } from '@total-recall/adapter-onnx';
import { cutPassages } from '@total-recall/domain';
import { createSeededRandom, generateConfidenceSet } from '@total-recall/evaluation';
import { decodeTokens } from '@total-recall/runtime';
import { chooseGroups } from './fit/choose-groups.ts';
import { findCentroids } from './fit/find-centroids.ts';
import { packageTexts } from './fit/package-texts.ts';
import { stringsOf } from './fit/strings-of.ts';

const FILE = new URL('../libs/runtime/src/token-codec/minilm-codebook.ts', import.meta.url);
const NODE_MODULES = new URL('../node_modules/', import.meta.url);
const DIMENSIONS = 128;
const ROW_BYTES = Number(process.argv[2] ?? 32);
const GENERATED_TEXTS = 1_500;
const PACKAGE_FILES = 900;
const PASSAGES_A_FILE = 2;
const ROWS = 60_000;
const STEPS_OF_LARGEST = 127;
const SEEDS = [1, 2, 3, 4];

const random = createSeededRandom('token codebook');
const generated = new Set(SEEDS.flatMap((seed) => stringsOf(generateConfidenceSet({ part: 'fit', seed, stores: 8 }))));
const texts = [
  ...random.shuffled([...generated]).slice(0, GENERATED_TEXTS),
  ...random
    .shuffled(packageTexts(NODE_MODULES))
    .slice(0, PACKAGE_FILES)
    .flatMap(({ name, text }) =>
      random
        .shuffled([...cutPassages(text, { passageChars: 400, maxPassages: 200 })])
        .slice(0, PASSAGES_A_FILE)
        .map((passage) => `read ${name}: ${passage.text}`),
    ),
];
const files = await findModelFiles(MINILM_L6_V2, { cacheFolder: modelCacheFolder(process.env, homedir) });
const embedder = await createOnnxEmbedder({ model: MINILM_L6_V2, files, tokenDimensions: DIMENSIONS, tokenCodec: 'int8' });
const found: Float32Array[] = [];
for (let at = 0; at < texts.length; at += 64) {
  const inputs = texts.slice(at, at + 64).map((text) => ({ text: text.slice(0, 700), kind: 'document' as const }));
  for (const { kept } of await embedder.embed(inputs, { tokens: true })) if (kept) found.push(...rowsOf(kept));
}
await embedder.close();

const rows = random.shuffled(found).slice(0, ROWS);
const groups = chooseGroups(rows, ROW_BYTES);
const centroids = groups.flatMap((size, group) => {
  const from = groups.slice(0, group).reduce((sum, own) => sum + own, 0);
  return [...findCentroids(rows, { from, size, count: 256 })];
});
const unit = STEPS_OF_LARGEST / centroids.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
write(Buffer.from(Int8Array.from(centroids, (value) => Math.round(value * unit)).buffer));
console.log(`${ROW_BYTES} bytes a row, from ${rows.length} of ${found.length} rows of ${texts.length} texts.`);

/** Decodes kept token vectors to rows of length 1. */
function rowsOf(kept: Parameters<typeof decodeTokens>[0]): Float32Array[] {
  const { vectors, scales } = decodeTokens(kept);
  return Array.from(scales, (scale, row) =>
    Float32Array.from(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), (value) => value * scale),
  );
}

function write(bytes: Buffer): void {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(
    FILE,
    `// Written by \`npm run fit:codebook\` from generated conversations and texts of installed packages; int8.

export const MINILM_CODEBOOK = {
  name: 'minilm-pq${ROW_BYTES}-${sha256.slice(0, 8)}',
  groups: [${groups.join(', ')}],
  unit: ${unit},
  sha256: '${sha256}',
  base64:
    '${bytes.toString('base64')}',
};
`,
  );
}
