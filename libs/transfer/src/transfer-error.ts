/** Says why a space is not exported, or a file not imported; `advice` says what to do next. */
export class TransferError extends Error {
  readonly code: 'not_found' | 'failed';
  readonly advice: string;

  constructor(code: TransferError['code'], message: string, advice: string) {
    super(message);
    this.name = 'TransferError';
    this.code = code;
    this.advice = advice;
  }
}
