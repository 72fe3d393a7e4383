// `npm run calibrate`: fits the constants of confidence on generated conversations and writes them; for text, and with TOTAL_RECALL_EMBEDDER for its model.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openInProcess } from '@total-recall/cli';
import { TEXT_CALIBRATION, VECTOR_CALIBRATIONS, type Calibration } from '@total-recall/domain';
import { calibrate, collectExamples, generateConfidenceSet } from '@total-recall/evaluation';
import { parseConfig } from '@total-recall/runtime';

const FILE = new URL('../libs/domain/src/recall/confidence/calibration.ts', import.meta.url);

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, stores: { type: 'string', default: '8' } } });
const set = generateConfidenceSet({ part: 'fit', seed: Number(values.seed), stores: Number(values.stores) });
const service = await openInProcess(parseConfig({ ...process.env }), {});
const target = { ...service.target, retriever: service.cores.retrieverWith({ escalations: [], embedTimeoutMs: 5_000 }) };
const examples = await collectExamples(target, set, { runName: 'calibrate', strangers: true });
const model = service.cores.embedder?.current()?.model;
await service.close();
const fitted = calibrate(examples);
if (model === undefined) write(fitted, VECTOR_CALIBRATIONS);
else write(TEXT_CALIBRATION, { ...VECTOR_CALIBRATIONS, [model]: fitted });
console.log(
  `${examples.length} answers from ${set.stores.length} stores${model === undefined ? '' : `, ${model}`}: ${JSON.stringify(fitted)}`,
);

function write(text: Calibration, byModel: Readonly<Record<string, Calibration>>): void {
  writeFileSync(
    FILE,
    `import type { LogisticModel } from './logistic-model.ts';

/** What a chance is made of: for the answer that right evidence is among its first five hits, for a hit that it is right. */
export interface Calibration {
  readonly answer: LogisticModel;
  readonly hit: LogisticModel;
}

// Written by \`npm run calibrate\`, from generated conversations alone; run it again where ranking or features change.

/** Where text alone takes part. */
export const TEXT_CALIBRATION: Calibration = ${JSON.stringify(text, undefined, 2)};

/** By the model of the vectors. */
export const VECTOR_CALIBRATIONS: Readonly<Record<string, Calibration>> = ${JSON.stringify(byModel, undefined, 2)};
`,
  );
}
