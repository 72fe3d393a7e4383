// `npm run calibrate`: fits the constants of confidence on the project's own data and writes them. It fits those for
// text, and with TOTAL_RECALL_EMBEDDER those for its model.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cacheEmbeddings, openInProcess } from '@total-recall/cli';
import { TEXT_CALIBRATION, VECTOR_CALIBRATIONS, type Calibration } from '@total-recall/domain';
import {
  calibrate,
  collectAnswerExamples,
  collectExamples,
  generateAnswers,
  generateConfidenceSet,
  type AnswerExample,
} from '@total-recall/evaluation';
import { parseConfig } from '@total-recall/runtime';
import { ownDocuments } from './fit/own-documents.ts';

const FILE = new URL('../libs/domain/src/recall/confidence/calibration.ts', import.meta.url);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Seeds of the generated questions that are fitted on; evaluations ask with others. */
const ANSWER_SEEDS = [101, 102, 103, 104] as const;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    stores: { type: 'string', default: '6' },
    cache: { type: 'string' },
    examples: { type: 'string' },
  },
});
const hooks = values.cache === undefined ? {} : { hooks: { wrapEmbedder: cacheEmbeddings(values.cache) } };
const service = await openInProcess(parseConfig('standalone', { ...process.env }), hooks);
const target = { ...service.target, retriever: service.cores.retrieverWith({ escalations: [], embedTimeoutMs: 5_000 }) };
const examples: AnswerExample[] = [];
// Words alone find nothing of what roundabout questions ask, and would learn to deny everything.
const roundabout = service.cores.embedder !== undefined;
const conversations = generateConfidenceSet({ part: 'fit', seed: Number(values.seed), stores: Number(values.stores), roundabout });
examples.push(...(await collectExamples(target, conversations, { runName: 'calibrate', strangers: true })));
for (const seed of ANSWER_SEEDS)
  examples.push(...(await collectAnswerExamples(target, generateAnswers({ seed, stores: 3 }), { runName: `calibrate-${seed}` })));
examples.push(...(await collectAnswerExamples(target, ownDocuments(ROOT), { runName: 'calibrate-own' })));
const model = service.cores.embedder?.current()?.model;
await service.close();
if (values.examples !== undefined) writeFileSync(values.examples, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
const fitted = calibrate(examples);
if (model === undefined) write(fitted, VECTOR_CALIBRATIONS);
else write(TEXT_CALIBRATION, { ...VECTOR_CALIBRATIONS, [model]: fitted });
process.stdout.write(`${examples.length} answers${model === undefined ? '' : `, ${model}`}: ${JSON.stringify(fitted)}\n`);

function write(text: Calibration, byModel: Readonly<Record<string, Calibration>>): void {
  writeFileSync(
    FILE,
    `import type { Calibration } from './calibration-form.ts';

// Written by \`npm run calibrate\`, from data of the project's own alone; run it again where ranking or features change.

/** Constants where only text takes part. */
export const TEXT_CALIBRATION: Calibration = ${JSON.stringify(text, undefined, 2)};

/** Constants by the model of the vectors. */
export const VECTOR_CALIBRATIONS: Readonly<Record<string, Calibration>> = ${JSON.stringify(byModel, undefined, 2)};
`,
  );
}
