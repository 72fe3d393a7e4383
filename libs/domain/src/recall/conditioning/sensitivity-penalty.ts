const LABELLED = 0.8;

/** An event with a sensitivity label gives way to one without that says the same. Source: 001 §5.2 (base score); the number is ours. */
export function sensitivityPenalty(sensitive: boolean): number {
  return sensitive ? LABELLED : 1;
}
