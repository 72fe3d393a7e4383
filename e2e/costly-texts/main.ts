// `npm run costly`: gives texts that alternate two classes of characters to each part of the service that takes texts, and
// compares the CPU per KB with that of words in the same run. Exits with 1 where a text takes more than ten times as much as
// words do there, and more than five times as much as words take to be indexed, as every text is. Takes about a minute of CPU.
import { createTokenCounter } from '@total-recall/runtime';
import { INDEXING, openDoors, type Door } from './doors.ts';
import { COSTLY_UNITS, textOf, WORDS } from './texts.ts';

const CHARS = 256 * 1024;
/** Length at which texts are looked at first, for time. What is quadratic has an eighth of its cost at full length here. */
const FIRST_CHARS = CHARS / 8;
const MOST = 10;
const MOST_OF_INDEXING = 5;
/** Share of the bounds from which a text is looked at in full length. */
const LOOK_AGAIN = 1 / 8;
const TRIES = 3;

const tokens = createTokenCounter({ threads: 1 });
const doors = openDoors(tokens);
const words = new Map<Door, number>();
for (const door of doors) words.set(door, await leastCpu(door, textOf(WORDS, CHARS)));
const indexed = words.get(doors.find(({ name }) => name === INDEXING)!)!;

let isCostly = false;
for (const door of doors) {
  const own = words.get(door)!;
  const bound = Math.max(MOST * own, MOST_OF_INDEXING * indexed);
  let [dearest, unit] = [0, ''];
  for (const each of COSTLY_UNITS) {
    let cost = await cpuPerKb(door, textOf(each, FIRST_CHARS));
    if (cost > LOOK_AGAIN * bound) cost = await cpuPerKb(door, textOf(each, CHARS));
    if (cost > bound) cost = await leastCpu(door, textOf(each, CHARS));
    if (cost > dearest) [dearest, unit] = [cost, each];
  }
  const isOver = dearest > bound;
  isCostly ||= isOver;
  const figures = `words ${own.toFixed(1)} µs/KB, dearest ${dearest.toFixed(1)} µs/KB (${(dearest / own).toFixed(1)} times)`;
  process.stdout.write(`${isOver ? 'COSTLY ' : '       '}${door.name.padEnd(28)} ${figures} of ${JSON.stringify(unit)}\n`);
}
await tokens.close();
process.exit(isCostly ? 1 : 0);

/** Returns the least of some measurements, as others of the machine only add to one. */
async function leastCpu(door: Door, text: string): Promise<number> {
  let least = Infinity;
  for (let at = 0; at < TRIES; at++) least = Math.min(least, await cpuPerKb(door, text));
  return least;
}

/** Returns the CPU of all threads of the process, in microseconds per 1,024 characters. */
async function cpuPerKb({ take }: Door, text: string): Promise<number> {
  const before = process.cpuUsage();
  await take(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (text.length / 1_024);
}
