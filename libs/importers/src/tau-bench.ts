import { addChatMessages } from './chat-messages.ts';
import { sourceOf, type DocumentReader } from './import-input.ts';
import { isRecord, nameOf, stemOf } from './json-values.ts';
import { createSessionDraft } from './session-draft.ts';

/** Reads tau-bench results: a list of runs, each a session. Reward and expected actions are labels and are not read. */
export const readTauBench: DocumentReader = (value, input) => {
  const runs = Array.isArray(value) ? value : [value];
  return runs.flatMap((run, index) => {
    if (!isRecord(run) || !Array.isArray(run.traj)) {
      input.report.skip(index + 1, 'not a run with a trajectory');
      return [];
    }
    const session = nameOf(stemOf(input.name), input.shortHash, `run-${index + 1}`);
    const draft = createSessionDraft({ session, source: sourceOf(input, session) }, input.report);
    addChatMessages(draft, run.traj, input);
    return [draft];
  });
};
