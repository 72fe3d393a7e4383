import { get as getHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { get as getHttps, Agent as HttpsAgent } from 'node:https';

export interface DownloadOptions {
  /** Time without a byte after which the download is given up. */
  readonly stallMs: number;
  /** Proxy variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in upper or lower case. No proxy without them. */
  readonly proxy?: ProxyEnvironment;
  readonly signal?: AbortSignal;
}

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

export interface Download {
  /** Size that the server announces, if it does. */
  readonly totalBytes?: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const MAX_REDIRECTS = 5;

/**
 * Requests an address. Errors: throws with the status, or with the reason why it could not be reached or read to its
 * end.
 */
export async function download(url: string, options: DownloadOptions): Promise<Download> {
  const stalled = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stalled.signal]) : stalled.signal;
  const watch = stallWatch(options.stallMs, stalled);
  try {
    const response = await follow(url, options.proxy, signal);
    const length = Number(response.headers['content-length']);
    return { ...(length > 0 ? { totalBytes: length } : {}), chunks: readAll(response, watch, signal) };
  } catch (error) {
    watch.end();
    throw signal.aborted ? signal.reason : describe(error);
  }
}

async function follow(url: string, proxy: ProxyEnvironment | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  let at = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(at, proxy, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) throw new Error(`status ${statusCode}`);
    const next = new URL(headers.location, at);
    if (at.protocol === 'https:' && next.protocol !== 'https:') throw new Error(`it sends from https to ${next.protocol}`);
    at = next;
  }
  throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
}

function request(url: URL, proxy: ProxyEnvironment | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  const options = proxy === undefined ? {} : { proxyEnv: proxy as NodeJS.ProcessEnv };
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? getHttps : getHttp)(url, { agent, signal, headers: { 'user-agent': 'total-recall' } }, resolve);
    // The handler stays for errors after the answer has begun; its reader gets them then.
    sent.on('error', reject);
  });
}

async function* readAll(
  response: IncomingMessage,
  watch: ReturnType<typeof stallWatch>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of response) {
      watch.rest();
      yield chunk as Buffer;
      watch.again();
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : describe(error);
  } finally {
    watch.end();
    response.destroy();
  }
}

/** Aborts after `stallMs` without a byte. The time that the reader takes for a chunk does not count. */
function stallWatch(stallMs: number, stalled: AbortController) {
  const giveUp = (): void => stalled.abort(new Error(`no byte for ${stallMs} ms`));
  let timer = setTimeout(giveUp, stallMs);
  const rest = (): void => clearTimeout(timer);
  return {
    rest,
    again: (): void => {
      timer = setTimeout(giveUp, stallMs);
    },
    end: rest,
  };
}

function describe(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? new Error(`it cannot be reached (${code})`, { cause: error }) : error;
}
