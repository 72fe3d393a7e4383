import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { BAD_INPUT_ENV, describeBadInput, type BadInputService } from './bad-input-spec.ts';

async function openStandalone(): Promise<BadInputService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-bad-input-'));
  const logged: string[] = [];
  const logger = createLogger({ level: 'debug', destination: { write: (line) => void logged.push(line) } });
  const { url, operationsUrl, cores, stop } = await createStandalone(
    parseConfig({ ...BAD_INPUT_ENV, TOTAL_RECALL_DATA_DIR: dataDir }),
    logger,
    '0.0.0-test',
  );
  return {
    url,
    operations: [operationsUrl],
    control: cores.stores.control,
    log: cores.stores.log,
    logged: async () => logged.join('\n'),
    close: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

describeBadInput('a standalone service', openStandalone);
