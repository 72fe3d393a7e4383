import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { findModelFiles, MINILM_L6_V2, modelCacheFolder } from '@total-recall/adapter-onnx';
import { GATE_PARTS, judgeGate, measureGate, passesGate, type GateFigures, type GatePart } from '@total-recall/evaluation';
import { openInProcess } from '@total-recall/cli';
import { parseConfig } from '@total-recall/runtime';
import { renderVerdicts } from './gate/render-verdicts.ts';

/*
 * The regression gate of recall: compares figures over text that the project generates with those of the last accepted
 * run. `npm run gate`; `-- --record` accepts the measured figures. Vectors are measured only when the model is in its
 * folder or cache; nothing is fetched. Exit codes: 0 nothing got worse, 1 a figure got worse or is not accepted yet.
 */
const ACCEPTED = new URL('./gate/accepted.json', import.meta.url);
const SEED = 1;

interface GateMode {
  readonly name: 'text' | 'vectors';
  readonly environment: Readonly<Record<string, string>>;
  readonly parts: readonly GatePart[];
}

const TEXT: GateMode = { name: 'text', environment: { TOTAL_RECALL_EMBEDDER: 'off' }, parts: GATE_PARTS };
const VECTORS: GateMode = { name: 'vectors', environment: { TOTAL_RECALL_EMBEDDER: 'minilm' }, parts: ['ablation', 'answers'] };

type Accepted = Readonly<Partial<Record<GateMode['name'], GateFigures>>>;

const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, 'text-only': { type: 'boolean', default: false } },
});
const accepted = JSON.parse(readFileSync(ACCEPTED, 'utf8')) as Accepted;
const hasModel = await modelIsThere();
const measured: Partial<Record<GateMode['name'], GateFigures>> = {};
for (const mode of hasModel && !values['text-only'] ? [TEXT, VECTORS] : [TEXT]) measured[mode.name] = await measure(mode);

if (values.record) {
  writeFileSync(ACCEPTED, `${JSON.stringify({ ...accepted, ...measured }, undefined, 2)}\n`);
  process.stdout.write(`Accepted: ${Object.keys(measured).join(', ')}. See what changed with git diff.\n`);
}
let passes = true;
for (const [name, figures] of Object.entries(measured)) {
  const verdicts = judgeGate((values.record ? measured : accepted)[name as GateMode['name']] ?? {}, figures);
  process.stdout.write(`${renderVerdicts(name, verdicts)}\n`);
  passes &&= passesGate(verdicts);
}
if (measured.vectors === undefined)
  process.stdout.write(`NOT MEASURED: vectors, as ${hasModel ? 'only text was asked for' : 'the model is not on this machine'}.\n`);
if (!passes) process.stdout.write('Recall got worse than the last accepted run. Meant so? Accept it: npm run gate -- --record\n');
process.exitCode = passes ? 0 : 1;

async function modelIsThere(): Promise<boolean> {
  const folder = process.env['TOTAL_RECALL_MODEL_DIR'];
  const options = {
    cacheFolder: modelCacheFolder(process.env, homedir),
    hub: false,
    maven: false,
    central: false,
    ...(folder && { folder }),
  } as const;
  return findModelFiles(MINILM_L6_V2, options).then(
    () => true,
    () => false,
  );
}

async function measure({ environment, parts }: GateMode): Promise<GateFigures> {
  const { HOME = homedir(), TOTAL_RECALL_MODEL_DIR } = process.env;
  const config = parseConfig('standalone', { HOME, ...(TOTAL_RECALL_MODEL_DIR && { TOTAL_RECALL_MODEL_DIR }), ...environment });
  const service = await openInProcess(config, {});
  try {
    return await measureGate(service.target, { runName: 'gate', seed: SEED, parts });
  } finally {
    await service.close();
  }
}
