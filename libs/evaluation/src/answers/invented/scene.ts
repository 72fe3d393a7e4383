import type { NewEvent } from '@total-recall/domain';
import type { AnswerKind } from '../answer-set.ts';

/** A step of a scene, in order. Times and ids are assigned when the scene is played. */
export type SceneStep =
  | { readonly does: 'asks' | 'says'; readonly text: string; readonly holds?: readonly string[] }
  | {
      readonly does: 'uses';
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly result: string;
      /** Names of the questions that the call answers; `holds` names those that the result answers. */
      readonly callHolds?: readonly string[];
      readonly holds?: readonly string[];
    };

export interface SceneQuestion {
  /** Name within the scene; steps that hold the answer refer to it. */
  readonly name: string;
  readonly kind: AnswerKind | 'none';
  readonly text: string;
  readonly answers: readonly string[];
}

/** A piece of an invented session, with the questions about it. */
export interface Scene {
  readonly steps: readonly SceneStep[];
  readonly questions: readonly SceneQuestion[];
}

/** An event without a time. */
export type TimelessEvent = Omit<NewEvent, 'occurredAt'>;
