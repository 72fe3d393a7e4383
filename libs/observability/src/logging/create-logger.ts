import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { scrub, scrubText } from './scrub.ts';
import { formatLine } from './format-line.ts';

/** Logger of all parts of the service. An `error` field may hold any thrown value. */
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
  /** Format of a line: JSON, or text for people. */
  readonly format?: 'json' | 'text';
  /** Name of the service in its deployment, added to every line. */
  readonly service?: string;
  /** Returns the fields that every line says of the current work, such as its trace and tenant. */
  readonly context?: () => LogFields;
  /** Destination of the lines. By default standard error, written synchronously so that a crash loses nothing. */
  readonly destination?: { write(line: string): void };
}

/** Creates a logger that never writes credentials, keys or content of agents, whatever it is given. */
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

/** Most bytes that are buffered while standard error cannot be written, for example on a full disk. */
const WAITING_BYTES = 1024 * 1024;

/** Opens standard error so that a failed write drops the newest lines and never stops the service. */
function standardError(): DestinationStream {
  const lines = pino.destination({ dest: 2, sync: true, maxLength: WAITING_BYTES });
  lines.on('error', () => undefined);
  return lines;
}

/** Logger that drops everything. */
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
