const DAY_MS = 86_400_000;

/** Days that go by for the clocks of this process, all of which ask `Date.now`. */
export interface PassingTime {
  pass(days: number): void;
  /** Sets the clocks back to the true time. */
  close(): void;
}

export function openPassingTime(): PassingTime {
  const trueNow = Date.now;
  let aheadMs = 0;
  Date.now = () => trueNow() + aheadMs;
  return {
    pass: (days) => void (aheadMs += days * DAY_MS),
    close: () => void (Date.now = trueNow),
  };
}
