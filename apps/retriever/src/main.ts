import { runService } from '@total-recall/composition';
import { startRetriever } from './start-retriever.ts';

runService({ name: 'retriever', env: process.env, manifest: new URL('../../package.json', import.meta.url), start: startRetriever });
