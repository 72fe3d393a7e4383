import { parentPort, type MessagePort } from 'node:worker_threads';
import { collectWhenAsked } from '@total-recall/runtime/collect-garbage';
import { loadDatabase, serveOn } from './serve-database.ts';

/** Asks for one more database in this thread. */
export interface OpenRequest {
  /** Address of the module that serves it. */
  readonly file: string;
  readonly data: unknown;
  /** Port for its calls. */
  readonly port: MessagePort;
}

collectWhenAsked();
let turn = Promise.resolve();
parentPort!.on('message', ({ file, data, port }: OpenRequest) => {
  turn = turn.then(() => serveOn(port, data, () => loadDatabase(file)));
});
