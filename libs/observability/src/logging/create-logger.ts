import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { scrub, scrubText } from './scrub.ts';
import { formatLine } from './format-line.ts';

/** What the parts of the service log through. An `error` field may hold any thrown value. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  fatal(fields: LogFields, message: string): void;
  child(fields: LogFields): Logger;
}

export type LogFields = Readonly<Record<string, unknown>>;

export interface LoggerOptions {
  readonly level?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Lines of JSON, or text for people. */
  readonly format?: 'json' | 'text';
  /** Which service of a deployment it is; every line says it. */
  readonly service?: string;
  /** What every line says of the work that it is about: its trace, its tenant. */
  readonly context?: () => LogFields;
  /** Standard error where absent, written at once, so that nothing is lost in a crash. */
  readonly destination?: { write(line: string): void };
}

/** A logger that never writes credentials, keys or what agents wrote, whatever it is handed. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const lines = options.destination ?? standardError();
  const destination: DestinationStream = options.format === 'text' ? { write: (line) => void lines.write(formatLine(line)) } : lines;
  return wrap(
    pino(
      {
        level: options.level ?? 'info',
        base: options.service === undefined ? null : { service: options.service },
        ...(options.context && { mixin: options.context }),
        messageKey: 'message',
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (level) => ({ level }) },
      },
      destination,
    ),
  );
}

/** Lines wait for a while where they cannot be written, as on a full disk. */
const WAITING_BYTES = 1024 * 1024;

/** A stream that cannot be written costs lines, the newest first, and never the service. */
function standardError(): DestinationStream {
  const lines = pino.destination({ dest: 2, sync: true, maxLength: WAITING_BYTES });
  lines.on('error', () => undefined);
  return lines;
}

/** Where nothing is to be logged. */
export const SILENT_LOGGER: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
  child: () => SILENT_LOGGER,
};

function wrap(logger: PinoLogger): Logger {
  const at = (level: 'debug' | 'info' | 'warn' | 'error' | 'fatal') => (fields: LogFields, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](scrub(fields) as object, scrubText(message));
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    child: (fields) => wrap(logger.child(scrub(fields) as Record<string, unknown>)),
  };
}
