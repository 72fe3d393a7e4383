/**
 * Definition of one metric: its Prometheus name, its help text and its labels. Label values come from closed sets; ids
 * and names never become labels.
 */
export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
  /**
   * Values of the one label of a counter, where an alert wants its first increase: that shows only beside a sample at 0,
   * so each of them has one from the start.
   */
  readonly startsWith?: readonly string[];
  /** True for a gauge without labels that has no sample until it is first set, as 0 would look like a reading. */
  readonly startsUnset?: true;
}

export const counter = <const L extends readonly string[] = readonly []>(name: string, help: string, labels: L = [] as unknown as L) =>
  ({ type: 'counter', name, help, labels }) as const;
/** Makes a counter of which an alert wants the first increase for each value of its label. */
export const alarming = <const L extends string>(name: string, help: string, label: L, startsWith: readonly string[]) =>
  ({ type: 'counter', name, help, labels: [label], startsWith }) as const;
export const gauge = <const L extends readonly string[] = readonly []>(name: string, help: string, labels: L = [] as unknown as L) =>
  ({ type: 'gauge', name, help, labels }) as const;
export const histogram = <const L extends readonly string[] = readonly []>(
  name: string,
  help: string,
  buckets: readonly number[],
  labels: L = [] as unknown as L,
) => ({ type: 'histogram', name, help, labels, buckets }) as const;
