import { latency, value, type Figure } from '../measure/figures.ts';
import type { StoreSuite } from '../measure/suite.ts';
import { timed, timeRuns } from '../measure/timing.ts';

const SYSTEM = 'You are a careful engineer of the harbour services. '.repeat(40);

/**
 * Measures window assembly of 128,000 tokens: repeatedly for one session, and for sessions that were not asked for
 * since the service was opened.
 */
export const windowSuite: StoreSuite = async (store, { quick }) => {
  const { sessions, longest } = store.filled;
  const assemble = async (address: (typeof sessions)[number], at: number) =>
    (await store.open()).cores.retriever.assembleWindow({
      ...address,
      blocks: { system: SYSTEM, userMessage: `What is left to do, ${at}?` },
    });
  const cold: number[][] = [];
  const tokens: number[] = [];
  const asked = sessions.filter((_, at) => at % Math.max(1, Math.floor(sessions.length / (quick ? 5 : 40))) === 0).slice(0, 40);
  for (let run = 0; run < (quick ? 2 : 3); run += 1) {
    await store.close();
    await store.open();
    // Tokenizer and code are warm, the contents are not.
    const [first, ...rest] = asked;
    await assemble(first!, 0);
    const times: number[] = [];
    for (const [at, address] of rest.entries())
      times.push(await timed(async () => tokens.push((await assemble(address, at)).tokens.total)));
    if (times.length > 0) cold.push(times);
  }
  const repeats = quick ? { runs: 2, calls: 20, warmUp: 5 } : { runs: 5, calls: 100, warmUp: 20 };
  const figures: Figure[] = [];
  if (cold.length > 0) figures.push(latency('cold: first window of a session', cold));
  const warm = sessions[Math.min(1, sessions.length - 1)]!;
  figures.push(latency('warm: a session again', await timeRuns(repeats, (at) => assemble(warm, at))));
  figures.push(latency('warm: the longest session again', await timeRuns(repeats, (at) => assemble(longest, at))));
  const long = await (await store.open()).cores.retriever.session(longest);
  figures.push(value('tokens of the cold windows', 'tokens', tokens.length > 0 ? tokens : [Number.NaN]));
  figures.push(value('events of the longest session', 'events', [long.events]), value('its compaction cycles', 'cycles', [long.cycle]));
  return { title: `Window assembly, ${store.title}`, figures };
};
