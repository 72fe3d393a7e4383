import type { EventBody } from '../../event/event-body.ts';
import { failedToShow, hasFailed, saysNothing } from './failed-result.ts';
import { QUOTED, tellsFailure } from './told-failure.ts';

/** The parts of a call by which its result is judged. */
interface JudgedCall {
  readonly isSearch: boolean;
  readonly onlyShows?: boolean;
  readonly hasSteps?: boolean;
  readonly changed?: readonly string[];
}

/** Length up to which the result of a failed call says no more than that. */
const REFUSAL_CHARS = 400;
/** Names of files: one may be called after a failure. */
const NAMES = /\S*[/\\._]\S*/g;
/** Words by which a change is denied where no failure is named. */
const DENIED =
  /(?<![\p{L}\p{N}])(?:not found|(?:does|did|do)(?: not|n[’']t) (?:exist|apply|match)|no such|no match(?:es)?(?: found)?)(?![\p{L}\p{N}])/iu;

/**
 * Returns true when the result of a call reports a failure. A search that finds nothing did not fail, nor did what shows a
 * log of failures; a change that is refused may say so in words alone.
 */
export function callFailed(call: JudgedCall, text: string, isError: boolean): boolean {
  const isWrong = call.onlyShows === true ? failedToShow(text, isError) : hasFailed(text, isError);
  if (isWrong) return !(call.isSearch && saysNothing(text));
  return isChange(call) && refuses(text);
}

/** Returns true when a call neither read nor changed its files, as far as its result tells. */
export function didNothing(call: JudgedCall, text: string, isError: boolean): boolean {
  return callFailed(call, text, isError) && !didPart(call, text, isError);
}

/**
 * Returns true for a failed call that may still have read or changed its files: one of several commands, or one whose
 * result shows much more than its failure.
 */
function didPart({ hasSteps, changed }: JudgedCall, text: string, isError: boolean): boolean {
  return hasSteps === true || (text.length > REFUSAL_CHARS && !(isError && changed !== undefined));
}

const isChange = ({ changed = [] }: JudgedCall): boolean => changed.length > 0;

/** Returns true for a short result whose first line denies what was asked: lines below it may show the file. */
function refuses(text: string): boolean {
  const said = text.trim();
  if (said.length > REFUSAL_CHARS) return false;
  const [first = ''] = said.split('\n', 1);
  // What is quoted is of the file: it may speak of a failure, too.
  const words = first.replaceAll(QUOTED, '…').replaceAll(NAMES, '…');
  return DENIED.test(words) || tellsFailure(words);
}

/** Returns the text of an event, or the preview of its artifact. */
export function textOfBody({ text, artifacts = [] }: Pick<EventBody, 'text' | 'artifacts'>): string {
  return text !== '' ? text : (artifacts.find(({ role }) => role !== 'text')?.preview ?? '');
}
