// `npm run mutations -- --count 5000`: sends valid requests with one to three changes each, over HTTP and gRPC. Exits
// with 1 when the service failed. `--only fact,unit` takes the routes whose ids hold one of these words.
import { parseArgs } from 'node:util';
import { openTarget } from './open-target.ts';
import { strike } from './strike.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '5000' }, first: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
});
const [count, first] = [Number(values.count), Number(values.first)];
if (!(count >= 1) || !Number.isSafeInteger(first)) throw new Error('--count and --first are whole numbers, --count at least 1.');

const target = await openTarget();
const words = values.only.toLowerCase().split(',');
const routes = target.routes.filter(({ id }) => words.some((word) => id.toLowerCase().includes(word)));
if (routes.length === 0) throw new Error(`No route has an id with one of: ${values.only}.`);
const { answers, failures } = await strike(
  { ...target, routes },
  Array.from({ length: count }, (_, at) => first + at),
);
const logged = await target.logged();
await target.close();

const lines = [
  ...[...answers].toSorted((a, b) => b[1] - a[1]).map(([said, times]) => `${String(times).padStart(7)}  ${said}`),
  ...failures.map(({ seed, over, route, answer }) => `FAILED  seed ${seed} ${over} ${route}: ${answer}`),
  ...(logged === '' ? [] : [`Logged as an error:\n${logged}`]),
  `${count} requests, ${failures.length} failures of the service`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(failures.length === 0 && logged === '' ? 0 : 1);
