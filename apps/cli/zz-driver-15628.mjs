import { createCores } from '@total-recall/standalone';
import { parseConfig, startInOrder } from '@total-recall/runtime';
import { createLogger } from '@total-recall/observability';
import { runReplay } from '@total-recall/evaluation';
import fs from 'node:fs'; import path from 'node:path';
const [,, window, ...paths] = process.argv;
const dir = fs.mkdtempSync('/tmp/tr-replay-');
const config = parseConfig({TOTAL_RECALL_DATA_DIR:dir});
const logger = createLogger({level:'warn',format:'text'});
const cores = await createCores(config, logger);
const running = await startInOrder(cores.components,{scheduler:cores.scheduler,deadlineMs:60000});
const walk = p => fs.statSync(p).isDirectory()? fs.readdirSync(p).sort().flatMap(f=>walk(path.join(p,f))):[p];
const files = paths.flatMap(walk).filter(f=>/\.jsonl?$/.test(f)).map(name=>({name:path.basename(name),read:()=>fs.readFileSync(name)}));
const target = { tenant:'eval', ingest:cores.ingest, retriever:cores.retriever, analyser:cores.analyser, clock:cores.clock,
  async configure({space,session}, settings){ await cores.stores.control.putPolicy({at: session?`session/eval/${space}/${session}`:`space/eval/${space}`,settings,updatedAt:Date.now()}); },
  settle: () => cores.ingest.settle(30000) };
const t0=performance.now();
const r = await runReplay(target, files, {windowTokens:Number(window), runName:'r', limits: process.env.EXACT?{exact:Number(process.env.EXACT),others:10}:undefined});
const {files:_f, slowest, missed, ...rest}=r;
const sh=p=>`n=${p.n} hop1=${p.hop1?.toFixed(3)} hop2=${p.hop2?.toFixed(3)} false=${p.falseRecall?.toFixed(3)} prec=${p.tokenPrecision?.toFixed(2)}`;console.log('window',window,{...rest,probes:undefined});console.log('EXACT',sh(rest.probes));for(const [k,v] of Object.entries(rest.probes.byKind)) console.log('  ',k,sh(v));
for(const f of _f) if(f.violations.length||Object.keys(f.refused).length) console.log(f.file, f.refused, f.violations.slice(0,4));
console.log('missed exact', missed.filter(m=>['path','hash','error','parameter','id'].some(k=>m.kind.includes(k))).length);
if(process.env.MISSED) for(const m of missed.slice(0,Number(process.env.MISSED))) console.log(m.kind, JSON.stringify(m.needle), '|', m.query.slice(0,200), '|', m.file);
console.log('seconds',(performance.now()-t0)/1000);
await running.stop(); fs.rmSync(dir,{recursive:true});
