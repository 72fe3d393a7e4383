import type { NewEvent } from '@total-recall/domain';
import type { AnswerKind } from '../answer-set.ts';

/** What happens in a scene, in order; times and ids are given when it is played. */
export type SceneStep =
  | { readonly does: 'asks' | 'says'; readonly text: string; readonly holds?: readonly string[] }
  | {
      readonly does: 'uses';
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly result: string;
      /** Questions of this number are answered by the call, by the result. */
      readonly callHolds?: readonly string[];
      readonly holds?: readonly string[];
    };

export interface SceneQuestion {
  /** In its scene; steps name it where they hold its answer. */
  readonly name: string;
  readonly kind: AnswerKind | 'none';
  readonly text: string;
  readonly answers: readonly string[];
}

/** A piece of an invented session, with what may be asked about it afterwards. */
export interface Scene {
  readonly steps: readonly SceneStep[];
  readonly questions: readonly SceneQuestion[];
}

/** An event before it is given a time. */
export type TimelessEvent = Omit<NewEvent, 'occurredAt'>;
