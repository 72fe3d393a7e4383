import { runService } from '@total-recall/composition';
import { startConsolidator } from './start-consolidator.ts';

runService({ name: 'consolidator', env: process.env, manifest: new URL('../../package.json', import.meta.url), start: startConsolidator });
