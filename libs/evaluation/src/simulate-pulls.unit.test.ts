import type { AssembledWindow, NewEvent } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { pullFrequencyOf, watchPulls } from './simulate-pulls.ts';

const windowOf = (...texts: string[]) =>
  ({ blocks: texts.map((text) => ({ kind: 'event', text, tokens: 1 })) }) as unknown as AssembledWindow;
const wrote = (text: string): NewEvent[] => [{ kind: 'agent_message', text }];

it('an agent recalls what stood in the session before and no longer stands in its window, and nothing else', () => {
  const watch = watchPulls();
  watch.passed([{ kind: 'user_message', text: 'Look at src/crane/brake.ts and INV-20417.' }], undefined);
  watch.passed(wrote('I look at src/crane/brake.ts now'), windowOf('Look at src/crane/brake.ts'));
  watch.passed(wrote('A new file src/crane/rope.ts is needed'), windowOf('Look at src/crane/brake.ts'));
  watch.passed(wrote('That was all'), windowOf('[Events evicted]'));
  watch.passed(wrote('INV-20417 says so'), windowOf('[Events evicted]'));
  watch.passed(wrote('INV-20417 again'), windowOf('INV-20417 says so'));
  watch.passed(
    [{ kind: 'tool_call', call: { id: 'c', name: 'open', arguments: '{"path":"src/crane/brake.ts"}' } }],
    windowOf('INV-20417 again'),
  );
  expect(watch.counts()).toEqual({ modelTurns: 6, referring: 4, pulls: 2 });
});

it('a path is shown where its folder is named once for several files, as the task state does', () => {
  const watch = watchPulls();
  watch.passed([{ kind: 'user_message', text: 'See src/crane/brake.ts, src/crane/rope.ts and src/crane/hook.ts.' }], undefined);
  const card = windowOf('Files changed: lib/{a.ts, b.ts}, src/crane/{brake.ts (2), rope.ts}');
  for (const name of ['brake', 'rope', 'hook']) watch.passed(wrote(`I open src/crane/${name}.ts`), card);
  expect(watch.counts()).toMatchObject({ referring: 3, pulls: 1 });
});

it('is a share of turns, and nothing of nothing', () => {
  const one = { turns: 10, pulls: { modelTurns: 5, referring: 4, pulls: 2 } };
  expect(pullFrequencyOf([one, one], 1)).toMatchObject({
    turns: 20,
    modelTurns: 10,
    pulls: 4,
    ofTurns: 0.2,
    ofModelTurns: { n: 10, mean: 0.4 },
  });
  expect(pullFrequencyOf([], 1)).toMatchObject({ ofTurns: null, ofModelTurns: { n: 0, mean: null } });
});
