import { runService } from '@total-recall/composition';
import { startGateway } from './start-gateway.ts';

runService({ name: 'gateway', env: process.env, manifest: new URL('../../package.json', import.meta.url), start: startGateway });
