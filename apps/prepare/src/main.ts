// Creates what a cluster needs on its servers, or reports what is wrong, and exits. For jobs before a release.
import { prepareCluster } from '@total-recall/composition/cluster';
import { createLogger } from '@total-recall/observability';
import { describeUnknown, parseConfig, reasonText, unknownVariables } from '@total-recall/runtime';

try {
  const config = parseConfig('cluster', process.env);
  const logger = createLogger({ level: config.logLevel, format: config.logFormat === 'text' ? 'text' : 'json' });
  for (const unknown of unknownVariables(process.env)) logger.warn({ ...unknown }, describeUnknown(unknown));
  process.stdout.write(`${JSON.stringify({ prepared: await prepareCluster(config, logger) })}\n`);
} catch (error) {
  process.stderr.write(`The servers are not prepared: ${reasonText(error)}\n`);
  process.exitCode = 1;
}
