/** Opens the store under test for a contract suite. Each test gets its own harness and data. */
export interface ContractHarness<Port> {
  /** Opens the store. After `close` it opens the same data again where the capability `reopen` says so. */
  open(): Promise<Port>;
  /** Deletes the data. Everything opened is closed by then. */
  dispose(): Promise<void>;
}

export interface ContractCapabilities {
  /** True when data outlives `close`. */
  readonly reopen: boolean;
}

/** Runs a test body with a harness and disposes of it afterwards, whatever happened. Closing twice must be harmless. */
export async function withHarness<Port extends { close(): Promise<void> }>(
  makeHarness: () => ContractHarness<Port>,
  body: (open: () => Promise<Port>) => Promise<void>,
): Promise<void> {
  const harness = makeHarness();
  const opened: Port[] = [];
  try {
    await body(async () => {
      const port = await harness.open();
      opened.push(port);
      return port;
    });
  } finally {
    await Promise.all(opened.map((port) => port.close()));
    await harness.dispose();
  }
}

/** Returns the code of the error that a promise rejects with, or `undefined` when it resolves, which fails the test. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
}
