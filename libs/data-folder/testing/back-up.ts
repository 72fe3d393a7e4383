import { join } from 'node:path';
import { createSystemClock } from '@total-recall/runtime';
import { backUpFolder, type BackUpOptions } from '../src/backup/back-up-folder.ts';
import { restoreFolder, type RestoreOptions } from '../src/backup/restore-folder.ts';

/** Backs a folder up with its keys; without its master key and its read model unless `rest` says otherwise. */
export const backUp = (dataDir: string, target: string, rest: Partial<BackUpOptions> = {}): ReturnType<typeof backUpFolder> =>
  backUpFolder({
    dataDir,
    target,
    masterKeyFile: join(dataDir, 'master.key'),
    keys: { kind: 'included' },
    withMasterKey: false,
    withReadModel: false,
    version: '0.0.0-test',
    clock: createSystemClock(),
    ...rest,
  });

/** Restores a backup into a folder, whose master key file is its own. */
export const restoreCopy = (backup: string, dataDir: string, rest: Partial<RestoreOptions> = {}): ReturnType<typeof restoreFolder> =>
  restoreFolder({ backup, dataDir, masterKeyFile: join(dataDir, 'master.key'), readers: 2, ...rest });
