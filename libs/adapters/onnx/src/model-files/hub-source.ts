import type { EmbeddingModel, ModelFile } from '../embedding-model.ts';

export const MODEL_HUB_URL = 'https://huggingface.co';

export interface HubOptions {
  readonly url: string;
  /** Without a byte for so long, it is given up. */
  readonly stallMs: number;
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
}

/** The bytes of a model's file at its pinned revision. Errors: throws with the status, or with what kept it from being reached. */
export async function* readFromHub(
  model: EmbeddingModel,
  file: ModelFile,
  options: HubOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stalled = new AbortController();
  const giveUp = (): void => stalled.abort(new Error(`no byte for ${options.stallMs} ms`));
  let timer = setTimeout(giveUp, options.stallMs);
  try {
    const url = `${options.url.replace(/\/+$/, '')}/${model.hub.repository}/resolve/${model.hub.revision}/${file.hubPath}`;
    const signal = options.signal ? AbortSignal.any([options.signal, stalled.signal]) : stalled.signal;
    const response = await options.fetch(url, { signal, redirect: 'follow' });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    for await (const chunk of response.body) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(giveUp, options.stallMs);
    }
  } catch (error) {
    // What fetch throws says no more than that it failed; its cause says why.
    const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
    throw cause ? new Error(`it cannot be reached (${String(cause.code ?? cause.message)})`, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}
