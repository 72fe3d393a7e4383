import { cutQuestion, type CountPart } from './cut-question.ts';

/** Texts whose tokens a caller waits for, on their way to the counting thread piece by piece. */
export interface CountQuestion {
  readonly family: string;
  readonly pieces: Iterator<readonly CountPart[]>;
  /** Its next piece; undefined once all were sent. */
  next: readonly CountPart[] | undefined;
  readonly counts: number[];
  /** Characters sent so far. */
  handed: number;
  /** Pieces sent and not answered. */
  asked: number;
  attempts: number;
  readonly resolve: (counts: number[]) => void;
  readonly reject: (error: unknown) => void;
}

export function createQuestion(
  family: string,
  texts: readonly string[],
  settled: Pick<CountQuestion, 'resolve' | 'reject'>,
): CountQuestion {
  const counts = texts.map(() => 0);
  const question: CountQuestion = {
    family,
    pieces: cutQuestion(texts),
    next: undefined,
    counts,
    handed: 0,
    asked: 0,
    attempts: 0,
    ...settled,
  };
  advance(question);
  return question;
}

/** Takes the next piece of a question that has one, to be sent. */
export function takePiece(question: CountQuestion): readonly CountPart[] {
  const piece = question.next!;
  advance(question);
  question.handed += piece.reduce((sum, { text }) => sum + text.length, 0);
  question.asked += 1;
  return piece;
}

/** Adds the answer to a piece that was sent. */
export function addCounts(question: CountQuestion, piece: readonly CountPart[], counts: readonly number[]): void {
  question.asked -= 1;
  piece.forEach(({ place, taken }, at) => (question.counts[place]! += counts[at]! + taken));
}

/** Returns true when all pieces were sent and answered. */
export function isCounted({ next, asked }: CountQuestion): boolean {
  return next === undefined && asked === 0;
}

/** Returns the question to go on with: the one with the fewest characters sent, or the oldest in its turn. */
export function nextQuestion(questions: Iterable<CountQuestion>, isOldestsTurn: boolean): CountQuestion | undefined {
  let next: CountQuestion | undefined;
  for (const question of questions) {
    if (question.next === undefined) continue;
    if (isOldestsTurn) return question;
    if (next === undefined || question.handed < next.handed) next = question;
  }
  return next;
}

function advance(question: CountQuestion): void {
  const { done, value } = question.pieces.next();
  question.next = done === true ? undefined : value;
}
