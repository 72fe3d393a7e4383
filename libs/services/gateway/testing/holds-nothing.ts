import { TotalRecallError } from '@total-recall/runtime';
import type { ImportedBefore } from '../src/handlers/imported-before.ts';

const refuse = (): Promise<never> => Promise.reject(new TotalRecallError('not_found', 'There is nothing here.'));

/** A space that nothing was imported into. */
export const HOLDS_NOTHING: ImportedBefore = { newestAt: refuse, subjectOf: refuse, subjectsOf: refuse };
