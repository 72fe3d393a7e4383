interface Scored {
  readonly score: number;
  readonly eventId: string;
}

/** Orders events by their scores, the highest first, then by id, the latest first. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.eventId > b.eventId ? -1 : 1);
}
