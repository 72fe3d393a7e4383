/**
 * Returns true for a refusal that the model is told, as it can ask otherwise or go on without: of its arguments, of what
 * it may not see, of what is not there. All else is a failure of the memory. `status` is that of HTTP.
 */
export function isModelMistake({ status, retryable }: { readonly status: number; readonly retryable: boolean }): boolean {
  return status < 500 && !retryable;
}
