import type { InProcess } from '@total-recall/cli';
import {
  appendAll,
  bootstrapInterval,
  fractionAt,
  mean,
  unitKey,
  type ConversationSet,
  type ConversationStore,
} from '@total-recall/evaluation';
import { shareText } from '../measure/figures.ts';

/** Compactions after which the same questions are asked again; they are asked once more at the end. */
const CHECKPOINTS = [1, 3, 5, 10, 20];
/** Messages between two looks at the session, and between two sweeps. */
const CHUNK = 8;
/** Part of a conversation, from its beginning, that holds all evidence of the questions asked. */
const FIRST_PART = 0.2;
const HITS = 10;

interface Asked {
  readonly compactions: number;
  readonly sweeps: number;
  readonly messages: number;
  /** Share of the evidence among the first hits of each question: compacted and swept, left alone, still in the window. */
  readonly shares: readonly { readonly kept: number; readonly alone: number; readonly shown: number }[];
}

/**
 * A conversation goes into two spaces, message for message: one session with a small window and sweeps, and one that is
 * neither compacted nor swept. Questions about its first part are asked of both after more and more compactions.
 * Source: 000 §10.
 */
export async function askOverCycles(
  service: InProcess,
  name: string,
  { set, windowTokens }: { readonly set: ConversationSet; readonly windowTokens: number },
): Promise<{ readonly rows: string[][]; readonly spaces: readonly string[] }> {
  const spaces: string[] = [];
  const byCheckpoint = new Map<string, Asked[]>();
  for (const [at, store] of set.stores.entries()) {
    const asked = await overOne(service, { kept: `${name}.${at}.kept`, alone: `${name}.${at}.alone` }, { set, store, windowTokens });
    if (asked.size > 0) spaces.push(`${name}.${at}.kept`);
    for (const [checkpoint, one] of asked) byCheckpoint.set(checkpoint, [...(byCheckpoint.get(checkpoint) ?? []), one]);
  }
  const labels = [...CHECKPOINTS.map(labelOf), AT_THE_END];
  const rows = labels.flatMap((label) => (byCheckpoint.has(label) ? [rowOf(`${name}, ${label}`, byCheckpoint.get(label)!)] : []));
  return { rows, spaces };
}

askOverCycles.columns = [
  '',
  'conversations',
  'messages',
  'compactions',
  'sweeps',
  'n',
  `fraction@${HITS}`,
  'neither compacted nor swept',
  'difference (95 %)',
  'in the window',
] as readonly string[];

async function overOne(
  service: InProcess,
  spaces: { readonly kept: string; readonly alone: string },
  { set, store, windowTokens }: { readonly set: ConversationSet; readonly store: ConversationStore; readonly windowTokens: number },
): Promise<ReadonlyMap<string, Asked>> {
  const { cores, target } = service;
  const said = store.sessions.flatMap(({ events, units }) => events.map((event, at) => ({ event, key: unitKey(store.name, units[at]!) })));
  const firstPart = Math.ceil(said.length * FIRST_PART);
  const known = new Set(said.slice(0, firstPart).map(({ key }) => key));
  const questions = set.questions.flatMap(({ id, store: of, text }) => {
    const { units, abstention } = set.labels.get(id)!;
    const gold = new Set(units.map((unit) => unitKey(of, unit)));
    return of === store.name && !abstention && gold.size > 0 && [...gold].every((key) => known.has(key)) ? [{ text, gold }] : [];
  });
  const asked = new Map<string, Asked>();
  if (questions.length === 0) return asked;
  const [kept, alone] = [spaces.kept, spaces.alone].map((space) => ({ tenant: target.tenant, space, session: 'talk' }));
  await target.configure({ space: kept!.space }, { windowTokens });
  // An answer may be as long as the window allows; both spaces give equally long ones.
  const { budgets } = await cores.ingest.policy(kept!);
  await target.configure({ space: alone!.space }, { pullTokens: budgets.pull, pullMaxTokens: budgets.pullMax });
  const keyOf = new Map<string, string>();
  const textOf = new Map(said.map(({ event: { text = '' }, key }) => [key, text.trim()]));
  let [sweeps, passed] = [0, 0];
  const ask = async (messages: number): Promise<Asked> => {
    const { blocks, cycle } = await target.retriever.assembleWindow(kept!);
    const window = blocks.map(({ text }) => text).join('\n');
    const shares: Asked['shares'][number][] = [];
    for (const { text, gold } of questions) {
      const [own, other] = await Promise.all(
        [kept!, alone!].map(async ({ tenant, space }) => {
          const { hits } = await target.retriever.recall({ tenant, space, queries: [text], limit: HITS });
          return fractionAt({ ranked: hits.map(({ eventId }) => keyOf.get(eventId) ?? eventId), gold }, HITS);
        }),
      );
      shares.push({ kept: own!, alone: other!, shown: [...gold].filter((key) => window.includes(textOf.get(key)!)).length / gold.size });
    }
    return { compactions: cycle, sweeps, messages, shares };
  };
  for (let from = 0; from < said.length; from += CHUNK) {
    const chunk = said.slice(from, from + CHUNK);
    for (const place of [kept!, alone!]) {
      const { ids } = await appendAll(
        target,
        place,
        chunk.map(({ event }) => event),
      );
      ids.forEach((id, at) => keyOf.set(id, chunk[at]!.key));
    }
    await target.settle();
    for (let hasMore = true; hasMore; sweeps += 1) ({ hasMore } = await cores.consolidator!.consolidate(kept!));
    const messages = from + chunk.length;
    if (messages < firstPart) continue;
    const { cycle } = await target.retriever.session(kept!);
    // Several that one chunk reached are one row, the last of them.
    const reached = CHECKPOINTS.filter((least) => cycle >= least).length;
    if (reached > passed) asked.set(labelOf(CHECKPOINTS[reached - 1]!), await ask(messages));
    passed = Math.max(passed, reached);
  }
  asked.set(AT_THE_END, await ask(said.length));
  return asked;
}

const AT_THE_END = 'at the end';
const labelOf = (least: number): string => `${least} compaction${least === 1 ? '' : 's'} or more`;

function rowOf(label: string, all: readonly Asked[]): string[] {
  const shares = all.flatMap((one) => one.shares);
  const { low, high } = bootstrapInterval(shares.map(({ kept, alone }) => kept - alone))!;
  const range = (of: 'messages' | 'compactions' | 'sweeps'): string => {
    const [least, most] = [Math.min(...all.map((one) => one[of])), Math.max(...all.map((one) => one[of]))];
    return least === most ? String(least) : `${least} to ${most}`;
  };
  return [
    label,
    String(all.length),
    range('messages'),
    range('compactions'),
    range('sweeps'),
    String(shares.length),
    shareText(mean(shares.map(({ kept }) => kept))!),
    shareText(mean(shares.map(({ alone }) => alone))!),
    `${shareText(low)} to ${shareText(high)}`,
    shareText(mean(shares.map(({ shown }) => shown))!),
  ];
}
