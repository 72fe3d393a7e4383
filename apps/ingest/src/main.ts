import { runService } from '@total-recall/composition';
import { startIngest } from './start-ingest.ts';

runService({ name: 'ingest', env: process.env, manifest: new URL('../../package.json', import.meta.url), start: startIngest });
