/** How a contract suite opens what it tests. Each test has a harness, and so data, of its own. */
export interface ContractHarness<Port> {
  /** Opens it; called again after `close`, it opens the same data where the capability `reopen` says so. */
  open(): Promise<Port>;
  /** Removes the data; everything opened is closed by then. */
  dispose(): Promise<void>;
}

export interface ContractCapabilities {
  /** Data outlives `close`. */
  readonly reopen: boolean;
}

/** Runs a test body with a harness and takes it away afterwards, whatever happened. Closing twice must be harmless. */
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

/** The code of the error a promise rejects with; fails the test by returning `undefined` when it resolves. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
}
