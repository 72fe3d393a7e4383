import { parentPort, workerData } from 'node:worker_threads';
import { importSession } from '@total-recall/importers';
import type { SessionFile } from './file-reader.ts';

parentPort!.postMessage(importSession(workerData as SessionFile));
