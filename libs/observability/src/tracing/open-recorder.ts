import type { Scheduler } from '@total-recall/ports';
import type { Logger } from '../logging/create-logger.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { OtlpOptions, OtlpRecorder } from './otlp-recorder.ts';

export interface RecorderOptions extends Omit<OtlpOptions, 'observer'> {
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Opens a recorder whose spans are counted. The OpenTelemetry libraries are loaded only by this call. */
export async function openRecorder({ metrics, logger, ...options }: RecorderOptions): Promise<OtlpRecorder> {
  const { createOtlpRecorder } = await import('./otlp-recorder.ts');
  let isFailing = false;
  return createOtlpRecorder({
    ...options,
    observer: {
      exported: (spans) => {
        if (isFailing) logger.info({}, 'the collector of traces takes spans again');
        isFailing = false;
        metrics.tracesSpans.inc({ result: 'exported' }, spans);
      },
      failed: (spans, error) => {
        if (!isFailing) logger.warn({ err: error }, 'the collector of traces does not take spans; they are dropped until it does');
        isFailing = true;
        metrics.tracesSpans.inc({ result: 'failed' }, spans);
      },
      dropped: (spans) => metrics.tracesSpans.inc({ result: 'dropped' }, spans),
    },
  });
}
