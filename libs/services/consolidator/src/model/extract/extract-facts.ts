import { openUnitMarks, type UnitMarks } from '@total-recall/runtime';
import type { SpaceUnits } from '@total-recall/domain';
import { spaceKey } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { appendJudged, type AppendDeps } from '../append-judged.ts';
import type { FailingSessions } from '../failing-sessions.ts';
import { askForFacts, judgedEntries, type StageDeps } from './extract-page.ts';
import { readExtractionPage, type ExtractionPage } from './read-extraction-page.ts';

export interface ExtractDeps extends StageDeps, AppendDeps {
  readonly failing: FailingSessions;
  readonly unitsPerSpace: number;
}

/** `stopped`: nothing more can be asked now. `waits`: something is left for a later sweep. */
export type StageEnd = 'done' | 'waits' | 'stopped';

/** Failures in a row after which a sweep asks no more: the endpoint or the model is at fault then, not the session. */
const MOST_FAILURES = 3;
const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

/**
 * Has a model look for facts in what the rules have read, session by session and page by page. The cursor of a session
 * moves with what was found, in one append; where there is no answer that can be judged it stays, and the failure is in
 * the ledger.
 */
export async function extractFacts(deps: ExtractDeps, place: SpacePlace): Promise<StageEnd> {
  const marks = await openUnitMarks(deps, place);
  let waits = false;
  let failures = 0;
  for (const session of sessionsBehind(await deps.stateOf(place))) {
    const key = JSON.stringify([spaceKey(place), session]);
    if (deps.failing.isResting(key)) {
      waits = true;
      continue;
    }
    for (;;) {
      deps.signal.throwIfAborted();
      const end = await extractNext(deps, place, session, marks);
      if (end === 'read') {
        failures = 0;
        deps.failing.succeeded(key);
        continue;
      }
      if (end === 'done') break;
      waits = true;
      if (end === 'stopped') return 'stopped';
      if (end === 'changed') break;
      deps.failing.failed(key);
      failures += 1;
      if (failures >= MOST_FAILURES) return 'stopped';
      break;
    }
  }
  return waits ? 'waits' : 'done';
}

/** Sessions that the rules have read further than the model. */
function sessionsBehind({ cursors, model }: SpaceUnits): string[] {
  const read = new Map(model?.cursors);
  return [...cursors].flatMap(([session, through]) => (through > (read.get(session) ?? 0) ? [session] : []));
}

type PageEnd = 'read' | 'done' | 'failed' | 'changed' | 'stopped';

async function extractNext(deps: ExtractDeps, place: SpacePlace, session: string, marks: UnitMarks): Promise<PageEnd> {
  const state = await deps.stateOf(place);
  const moment = { state, erasures: deps.erasures() };
  const after = new Map(state.model?.cursors).get(session) ?? 0;
  const through = state.cursors.get(session) ?? 0;
  const page = after < through ? await readExtractionPage(deps, place, state, { session, after, through }) : undefined;
  if (!page) return 'done';
  const cursor = { session, through: page.through };
  if (page.events.length === 0) {
    const passed = { stage: 'extract', calls: 0, usage: NO_USAGE, proposals: [], cursor } as const;
    return (await appendJudged(deps, place, moment, passed)) ? 'read' : 'changed';
  }
  return readPage(deps, place, { page, moment, marks, cursor });
}

interface PageWork {
  readonly page: ExtractionPage;
  readonly moment: { readonly state: SpaceUnits; readonly erasures: number };
  readonly marks: UnitMarks;
  readonly cursor: { readonly session: string; readonly through: number };
}

async function readPage(deps: ExtractDeps, place: SpacePlace, { page, moment, marks, cursor }: PageWork): Promise<PageEnd> {
  const { state } = moment;
  const { answer, calls, usage } = await askForFacts(deps, place, page, state);
  const cost = { stage: 'extract', calls, usage } as const;
  if (answer.kind === 'answered') {
    const room = deps.unitsPerSpace - state.units.size;
    const { decisions, proposals } = await judgedEntries(deps, place, { page, answer: answer.value, state, marks, room });
    return (await appendJudged(deps, place, moment, { ...cost, proposals, cursor }, decisions)) ? 'read' : 'changed';
  }
  const failure = answer.kind === 'spent' ? answer.budget : answer.reason;
  if (calls > 0) await appendJudged(deps, place, moment, { ...cost, proposals: [], failure });
  return answer.kind === 'spent' || answer.isAway ? 'stopped' : 'failed';
}
