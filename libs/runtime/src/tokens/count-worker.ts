import { parentPort, workerData } from 'node:worker_threads';
import { reasonText } from '../errors.ts';
import { collectWhenAsked } from '../memory/collect-garbage.ts';
import type { CountAnswer, CountOrder, CountWorkerData } from './count-messages.ts';
import { createTokenizers } from './load-tokenizer.ts';

const tokenizerOf = createTokenizers((workerData as CountWorkerData).families);
const port = parentPort!;

collectWhenAsked();
port.on('message', (order: CountOrder) => port.postMessage(answer(order)));

function answer({ id, family, texts }: CountOrder): CountAnswer {
  try {
    const count = tokenizerOf(family);
    if (!count) return { id, error: `The family "${family}" is not known here.` };
    return { id, counts: texts.map(count) };
  } catch (error) {
    return { id, error: reasonText(error) };
  }
}
