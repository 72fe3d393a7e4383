import type { SoakServers } from './soak-servers.ts';

/** What a run measured and what was wrong; nothing wrong is a success. */
export interface SoakResult {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly wrong: readonly string[];
}

export interface SoakContext {
  readonly servers: SoakServers;
  /** A file of another tool's sessions to play in place of the project's own; absent where none was named. */
  readonly trace?: string;
  readonly onStep: (text: string) => void;
}

/** A run that is too long for every day: `npm run soak -- --only NAME`. */
export interface Soak {
  readonly name: string;
  /** What is done, in words. */
  readonly what: string;
  run(context: SoakContext): Promise<SoakResult>;
}
