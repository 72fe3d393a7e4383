import type { SoakServers } from './soak-servers.ts';

/** Measurements and problems of a run. A run without problems has succeeded. */
export interface SoakResult {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly wrong: readonly string[];
}

export interface SoakContext {
  readonly servers: SoakServers;
  /** File with sessions of another tool, played in place of the project's own trace. */
  readonly trace?: string;
  readonly onStep: (text: string) => void;
}

/** A run that is too long for every day: `npm run soak -- --only NAME`. */
export interface Soak {
  readonly name: string;
  /** Description of the run. */
  readonly what: string;
  run(context: SoakContext): Promise<SoakResult>;
}
