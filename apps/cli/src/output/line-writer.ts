import type { Writable } from 'node:stream';
import { CommandError, EXIT } from '../exit-code.ts';
import type { WriteLine } from './write-whole.ts';

/**
 * Creates a writer of lines to standard output that waits for its reader. Errors: `output_closed` once the reader is
 * gone, as what it got is not whole, and those of the file or device behind it.
 */
export function createLineWriter(stream: Writable): WriteLine {
  return (line) =>
    new Promise((resolve, reject) => {
      stream.write(`${line}\n`, (error) => {
        if (!error) resolve();
        else if ((error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
        else reject(new CommandError(EXIT.failed, 'The reader closed the output before it was complete.', { code: 'output_closed' }));
      });
    });
}
