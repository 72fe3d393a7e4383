const LABELLED = 0.8;

/**
 * Lowers an event with a sensitivity label, so that an equal one without a label wins. Source: 001 §5.2 (base score);
 * the number is ours.
 */
export function sensitivityPenalty(sensitive: boolean): number {
  return sensitive ? LABELLED : 1;
}
