import { parentPort } from 'node:worker_threads';
import { collectWhenAsked } from '@total-recall/runtime/collect-garbage';
import { parseJson } from './parse-json.ts';

/** A body in the parts in which it arrived. */
export type JsonQuestion = readonly Uint8Array[];

const port = parentPort!;
collectWhenAsked();
port.on('message', (body: JsonQuestion) => port.postMessage(parseJson(Buffer.concat(body))));
