import { observeProcess, type CoresHooks, type ProcessObservers } from '@total-recall/composition';
import { createSystemClock, describeUnknown, unknownVariables, type StandaloneConfig } from '@total-recall/runtime';
import { createStandalone, type Standalone } from '@total-recall/standalone';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { isLoopback } from '../output/first-steps.ts';
import { createProgressBar, type ProgressBar } from '../output/progress-bar.ts';
import type { Io, Terminal } from '../output/terminal.ts';

/** Starts the whole service in this process, for a command that runs until it is interrupted. */
export async function startService(config: StandaloneConfig, context: CommandContext): Promise<Standalone> {
  const { io, terminal, version } = context;
  warnAbout(config, io, terminal);
  context.endsWell();
  context.outlivesOutput();
  const bar = createProgressBar(io, terminal, createSystemClock());
  const { logger, tracing } = observersFor(config, io, bar);
  return createStandalone(config, logger, version, { tracing, ...(terminal.animated ? drawModel(bar) : {}) });
}

/** Stops the service and says how it went. */
export async function stopService(standalone: Standalone, terminal: Terminal): Promise<ExitCode> {
  const { problems } = await standalone.stop();
  for (const { component, reason } of problems) terminal.note(`${component} ${reason}.`);
  terminal.note(
    problems.length === 0
      ? 'Stopped. Nothing was lost.'
      : 'Stopped, but not everything finished in time. All acknowledged events are in the log.',
  );
  return problems.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Draws the download of the model on the last line of the terminal. */
function drawModel(bar: ProgressBar): CoresHooks {
  return {
    onModelProgress: (progress) => {
      if (progress) bar.update(progress.receivedBytes, progress.totalBytes, `downloading the embedding model: ${progress.file}`);
      else bar.clear();
    },
  };
}

function observersFor(config: StandaloneConfig, io: Io, bar: ProgressBar): ProcessObservers {
  const format = config.logFormat === 'auto' ? (io.stderr.isTTY ? 'text' : 'json') : config.logFormat;
  // The bar is cleared before a log line and drawn again below it.
  const write = (line: string): void => {
    bar.clear();
    io.stderr.write(line);
  };
  return observeProcess(config, 'standalone', { format, ...(io.stderr.isTTY ? { destination: { write } } : {}) });
}

function warnAbout(config: StandaloneConfig, io: Io, terminal: Terminal): void {
  const warn = (text: string) => terminal.note(`${terminal.noteStyle('yellow', 'Warning:')} ${text}`);
  for (const unknown of unknownVariables(io.env)) warn(describeUnknown(unknown));
  if (!isLoopback(config.host))
    warn(
      `The API listens on ${config.host}, so other machines can reach it${config.tlsCertFile === undefined ? ', without TLS. Set TOTAL_RECALL_TLS_CERT_FILE, or put a proxy with TLS in front of it' : ''}.`,
    );
  if (!isLoopback(config.opsHost)) warn(`Metrics and probes listen on ${config.opsHost} and need no key.`);
}
