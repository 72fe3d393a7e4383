import { createCores } from '@total-recall/standalone';
import { parseConfig, startInOrder } from '@total-recall/runtime';
import { createLogger } from '@total-recall/observability';
import { runLocomo, runBeam, runLongMemEval } from '@total-recall/evaluation';
import fs from 'node:fs';
const D = '/work/shared/data/';
const which = (process.argv[2] ?? 'locomo,beam').split(',');
for (const w of which) {
  const dir = fs.mkdtempSync('/tmp/tr-m-');
  const cores = await createCores(parseConfig({ TOTAL_RECALL_DATA_DIR: dir }), createLogger({ level: 'warn', format: 'text' }));
  const running = await startInOrder(cores.components, { scheduler: cores.scheduler, deadlineMs: 60000 });
  const target = {
    tenant: 'eval',
    ingest: cores.ingest,
    retriever: cores.retriever,
    analyser: cores.analyser,
    clock: cores.clock,
    async configure({ space, session }, settings) {},
    settle: () => cores.ingest.settle(120000),
  };
  const t0 = performance.now();
  let t1;
  const pool = w.endsWith('+');
  const o = {
    runName: 'r',
    pool,
    onProgress: (d, t, x) => {
      if (x === 'asking' && d === 0) t1 = performance.now();
    },
  };
  const name = w.replace('+', '');
  const rd = (f) => JSON.parse(fs.readFileSync(f));
  const r =
    name === 'locomo'
      ? await runLocomo(target, rd(D + 'locomo/locomo5.json'), o)
      : name === 'beam'
        ? await runBeam(
            target,
            fs
              .readdirSync(D + 'beam-100k')
              .filter((f) => f.endsWith('.json'))
              .sort()
              .map((f) => ({ name: f.replace('.json', ''), json: rd(D + 'beam-100k/' + f) })),
            o,
          )
        : await runLongMemEval(target, rd(D + 'longmemeval/longmemeval_s2.json'), o);
  const f = (x) => (x === null ? '-' : x.toFixed(3));
  const line = (n, g) =>
    console.log(
      n.padEnd(26),
      String(g.n).padStart(5),
      ' any5',
      f(g['any@5']),
      'R5',
      f(g['fraction@5']),
      'R10',
      f(g['fraction@10']),
      'R100',
      f(g['fraction@100']),
      'N5',
      f(g['ndcg@5']),
      'mrr',
      f(g.mrr),
    );
  line(w + ' turn', r.turn);
  line(w + ' session', r.session);
  if (process.env.CAT) for (const [k, g] of Object.entries(r.byCategory)) line('  ' + k, g.turn);
  console.log(
    JSON.stringify(r.latencyMs),
    JSON.stringify(r.store),
    JSON.stringify(r.answerTokens),
    r.withoutEvidence,
    'store s',
    ((t1 - t0) / 1000).toFixed(1),
    'ask s',
    ((performance.now() - t1) / 1000).toFixed(1),
  );
  if (process.env.Q) fs.writeFileSync(process.env.Q + '.' + name + '.jsonl', r.questions.map((q) => JSON.stringify(q)).join('\n'));
  await running.stop();
  fs.rmSync(dir, { recursive: true });
}
