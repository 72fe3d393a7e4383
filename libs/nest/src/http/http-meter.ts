import type { ErrorCode } from '@total-recall/contracts';
import type { Metrics } from '@total-recall/observability';

/** Counts requests. Labels come from closed sets: route templates, methods, statuses, codes. */
export interface HttpMeter {
  started(): void;
  ended(request: {
    readonly route: string;
    readonly method: string;
    readonly status: number;
    readonly seconds: number;
    readonly bodyBytes: number | undefined;
  }): void;
  refused(code: ErrorCode): void;
}

/** Creates a meter that counts into the metrics of this process. */
export function createHttpMeter(metrics: Metrics): HttpMeter {
  return {
    started: () => metrics.gatewayInFlight.inc(),
    ended({ route, method, status, seconds, bodyBytes }) {
      metrics.gatewayInFlight.dec();
      metrics.gatewayRequests.inc({ route, method, status: String(status) });
      metrics.gatewaySeconds.observe({ route }, seconds);
      if (bodyBytes !== undefined) metrics.gatewayBodyBytes.observe(bodyBytes);
    },
    refused: (code) => metrics.gatewayRefused.inc({ code }),
  };
}

export const SILENT_METER: HttpMeter = { started: () => undefined, ended: () => undefined, refused: () => undefined };
