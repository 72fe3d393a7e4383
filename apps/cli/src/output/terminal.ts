import { styleText } from 'node:util';

/** The process as a command sees it. Tests bring their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export type StyleName = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray' | 'white';
export type Style = (name: StyleName, text: string) => string;

/** Output of a command: results go to `out`, everything else to `note`. */
export interface Terminal {
  readonly style: Style;
  readonly noteStyle: Style;
  /** Width in columns of the stream of results; 100 when it is no terminal. */
  readonly width: number;
  /** True when progress may be drawn. */
  readonly animated: boolean;
  out(text: string): void;
  note(text: string): void;
}

const PIPE_WIDTH = 100;

export function createTerminal(io: Omit<Io, 'stdin'>): Terminal {
  return {
    style: styleFor(io.stdout, io.env),
    noteStyle: styleFor(io.stderr, io.env),
    width: Math.max(40, Math.min(160, io.stdout.columns ?? PIPE_WIDTH)),
    animated: io.stderr.isTTY === true && io.env['CI'] === undefined && io.env['TERM'] !== 'dumb',
    out: (text) => void io.stdout.write(`${text}\n`),
    note: (text) => void io.stderr.write(`${text}\n`),
  };
}

/** Returns a style with colours for a terminal, and without when NO_COLOR is set. Source: no-color.org. */
function styleFor(stream: Stream, env: Io['env']): Style {
  const wanted = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  const on = !env['NO_COLOR'] && (wanted || (stream.isTTY === true && env['TERM'] !== 'dumb'));
  return on ? (name, text) => styleText(name, text, { validateStream: false }) : (_name, text) => text;
}
