import type { AblationTarget } from '../ablation/run-ablation.ts';
import { askAblation } from '../ablation/run-ablation.ts';
import { generateAnswers } from '../answers/generate-answers.ts';
import { runAnswers } from '../answers/run-answers.ts';
import { collectExamples } from '../confidence/collect-examples.ts';
import { areaUnderCurve } from '../confidence/confidence-figures.ts';
import { generateConfidenceSet } from '../confidence/generate-confidence-set.ts';
import type { EvaluationProgress } from '../evaluation-target.ts';
import { generateTraces } from '../generate-traces.ts';
import { fractionAt, ndcgAt, type RankedQuestion, type Share } from '../ranking-measures.ts';
import { runNeedles } from '../run-needles.ts';
import { runReplay } from '../run-replay.ts';
import { gateFigure, type GateFigure, type GateFigures } from './gate-figure.ts';

/** Parts of the gate. Those over long text are left out where every text costs a pass of a model. */
export const GATE_PARTS = ['ablation', 'answers', 'conversations', 'needles', 'replay'] as const;
export type GatePart = (typeof GATE_PARTS)[number];

export interface GateOptions {
  /** Must be new for every run: it names the spaces. */
  readonly runName: string;
  readonly seed: number;
  readonly parts: readonly GatePart[];
  readonly onProgress?: EvaluationProgress;
}

const REPLAY_WINDOW = 8_192;
/**
 * Sample of about 1,200 exact strings per trace. With only 40, one build scored 95.0 to 97.5 % depending on its event
 * ids alone.
 */
const REPLAY_PROBES = { exact: 250, others: 10 } as const;
const ANSWER_STORES = 2;

/** Measures the figures of the gate, over text generated from a seed. */
export async function measureGate(target: AblationTarget, options: GateOptions): Promise<GateFigures> {
  const measure: Readonly<Record<GatePart, (runName: string) => Promise<Record<string, GateFigure>>>> = {
    ablation: (runName) => measureAblation(target, { ...options, runName }),
    answers: (runName) => measureAnswers(target, { ...options, runName }),
    conversations: (runName) => measureConversations(target, { ...options, runName }),
    needles: (runName) => measureNeedles(target, { ...options, runName }),
    replay: (runName) => measureReplay(target, { ...options, runName }),
  };
  const figures: Record<string, GateFigure> = {};
  for (const part of GATE_PARTS.filter((name) => options.parts.includes(name)))
    for (const [name, figure] of Object.entries(await measure[part](`${options.runName}.${part}`))) figures[`${part}: ${name}`] = figure;
  return figures;
}

async function measureAblation(target: AblationTarget, { runName, seed, onProgress }: GateOptions): Promise<Record<string, GateFigure>> {
  const size = { singleTask: 1, multiTask: 1, questions: 8 };
  const { answers } = await askAblation(target, { runName, seed, size, ...(onProgress && { onProgress }) }, ['full']);
  const values = (measure: (question: RankedQuestion) => number) =>
    answers.map(({ ranked, gold }) => measure({ ranked: ranked.full ?? [], gold: new Set(gold) }));
  return {
    'recall@5': gateFigure(
      values((question) => fractionAt(question, 5)),
      seed,
    ),
    'ndcg@5': gateFigure(
      values((question) => ndcgAt(question, 5)),
      seed,
    ),
  };
}

/** Asks plain questions: whether the text given to the model holds the answer, says so, and is worth its tokens. */
async function measureAnswers(target: AblationTarget, { runName, seed, onProgress }: GateOptions): Promise<Record<string, GateFigure>> {
  const set = generateAnswers({ seed, stores: ANSWER_STORES });
  const { questions } = await runAnswers(target, set, { runName, seed, ...(onProgress && { onProgress }) });
  const [known, unknown] = [questions.filter(({ kind }) => kind !== 'none'), questions.filter(({ kind }) => kind === 'none')];
  const answered = questions.filter(({ outcome }) => outcome === 'answered');
  const share = (of: typeof questions, test: (one: (typeof questions)[number]) => boolean, better?: GateFigure['better']) =>
    gateFigure(
      of.map((one) => Number(test(one))),
      seed,
      better,
    );
  return {
    'in 4,000 tokens': share(known, ({ held }) => held[4_000] === true),
    'in 1,000 tokens': share(known, ({ held }) => held[1_000] === true),
    'by default': share(known, ({ held }) => held.default === true),
    'in the first five events': share(known, ({ rank }) => rank !== null && rank <= 5),
    'nothing found of what is answerable': share(known, ({ outcome }) => outcome === 'nothing_found', 'lower'),
    'answered what nothing answers': share(unknown, ({ outcome }) => outcome === 'answered', 'lower'),
    ...(answered.length > 0 && {
      'answered and there': { ...share(answered, ({ held }) => held.default === true), isOfChosen: true as const },
    }),
    'share of 4,000 tokens spent': gateFigure(
      questions.map(({ tokens }) => tokens.default / 4_000),
      seed,
      'lower',
    ),
  };
}

/** Asks answerable and unanswerable questions: what is found, and how well confidence separates the two. */
async function measureConversations(target: AblationTarget, options: GateOptions): Promise<Record<string, GateFigure>> {
  const { runName, seed, onProgress } = options;
  const set = generateConfidenceSet({ part: 'held-out', seed, stores: 1 });
  const examples = await collectExamples(target, set, { runName, strangers: false, ...(onProgress && { onProgress }) });
  const [known, unknown] = [examples.filter(({ answerable }) => answerable), examples.filter(({ answerable }) => !answerable)];
  const confidences = unknown.map(({ confidence }) => confidence);
  return {
    'right in the first five': gateFigure(
      known.map(({ right }) => Number(right)),
      seed,
    ),
    // The mean over answerable questions equals the area under the curve.
    'confidence tells what is unknown': gateFigure(
      known.map(({ confidence }) => areaUnderCurve([confidence], confidences) ?? 0),
      seed,
    ),
  };
}

async function measureNeedles(target: AblationTarget, { runName, seed, onProgress }: GateOptions): Promise<Record<string, GateFigure>> {
  const result = await runNeedles(target, { runName, seed, preset: '000', ...(onProgress && { onProgress }) });
  return {
    'recall@10': fromShare(result['recall@10'], seed),
    'two hops': fromShare(result.hop2, seed),
    'false recall': fromShare(result.falseRecall.all, seed, 'lower'),
  };
}

/**
 * Replays runs through compaction: whether evicted content is found again, and whether windows keep I-16, I-17 and
 * I-18.
 */
async function measureReplay(target: AblationTarget, { runName, seed, onProgress }: GateOptions): Promise<Record<string, GateFigure>> {
  const { probes, windows, windowUse, markerTexts } = await runReplay(target, generateTraces({ seed, traces: 2, requests: 12 }), {
    runName,
    seed,
    windowTokens: REPLAY_WINDOW,
    limits: REPLAY_PROBES,
    ...(onProgress && { onProgress }),
  });
  const found = (share: number | null) => fromShare({ n: probes.n, mean: share, interval: null }, seed);
  const ofWindows = (count: number) => fromShare({ n: windows, mean: count / windows, interval: null }, seed, 'lower');
  return {
    'exact strings at once': found(probes.hop1),
    'exact strings in two hops': found(probes.hop2),
    'windows without the live request': ofWindows(windowUse.withoutRequest),
    'windows with a guarded entry shrunk': ofWindows(windowUse.guardedShrunk),
    'compactions that took what could stay': ofWindows(windowUse.needless),
    // By every evicted event, not by probes: hundreds of strings are of a few events, and do not tell two builds apart.
    // The service chooses which events leave.
    'its marker first by words of events': {
      ...fromShare({ n: markerTexts.events, mean: markerTexts.firstByWordsOfEvents, interval: null }, seed),
      isOfChosen: true as const,
    },
    'median use of compacted windows': fromShare({ n: windowUse.calls, mean: windowUse.medianUse, interval: null }, seed),
  };
}

/** Rebuilds the outcomes of a share: they are zeros and ones, so the mean determines them. */
function fromShare({ n, mean }: Share, seed: number, better?: GateFigure['better']): GateFigure {
  const right = Math.round((mean ?? 0) * n);
  return gateFigure(
    Array.from({ length: n }, (_, at) => (at < right ? 1 : 0)),
    seed,
    better,
  );
}
