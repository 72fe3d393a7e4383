import { parentPort } from 'node:worker_threads';
import type { JsonLimits } from './measure-json.ts';
import { parseJson } from './parse-json.ts';

export interface JsonQuestion {
  readonly body: Uint8Array;
  readonly limits: JsonLimits;
}

const port = parentPort!;
port.on('message', ({ body, limits }: JsonQuestion) => port.postMessage(parseJson(body, limits)));
