import type { SeededRandom } from './seeded-random.ts';

const QUALITIES = ['amber', 'brisk', 'cobalt', 'dusky', 'ember', 'fallow', 'gilded', 'hollow', 'ivory', 'jagged', 'keen', 'lunar', 'mellow', 'nimble', 'ochre', 'placid', 'quiet', 'russet', 'silken', 'tidal'] as const;
const THINGS = ['aqueduct', 'beacon', 'caravan', 'dispatcher', 'estuary', 'foundry', 'granary', 'harbour', 'indexer', 'junction', 'kiln', 'ledger', 'mill', 'nursery', 'orchard', 'parlour', 'quarry', 'relay', 'scheduler', 'turbine'] as const;
const VERBS = ['compiled', 'linked', 'copied', 'checked', 'skipped', 'packed', 'loaded', 'verified', 'rotated', 'drained'] as const;
const FOLDERS = ['core', 'edge', 'shared', 'tools', 'vendor', 'web', 'batch', 'plugins'] as const;
const STATES = ['ready', 'pending', 'draining', 'idle', 'busy', 'standby'] as const;

/** Names of made-up services, each pair once, in the order of the seed. */
export function serviceNames(random: SeededRandom): string[] {
  return random.shuffled(QUALITIES.flatMap((quality) => THINGS.map((thing) => `${quality} ${thing}`)));
}

/** Lines of tool output of about `chars` characters: build logs, API answers or file listings about the given services. */
export function floodText(random: SeededRandom, chars: number, services: readonly string[]): string {
  const line = random.pick([buildLine, apiLine, listingLine]);
  const lines: string[] = [];
  for (let size = 0; size < chars; size += lines.at(-1)!.length + 1) lines.push(line(random, services));
  return lines.join('\n').slice(0, chars);
}

function buildLine(random: SeededRandom, services: readonly string[]): string {
  const seconds = (random.below(90_000) / 1000).toFixed(3);
  return `[${seconds}s] ${random.pick(VERBS)} ${random.pick(FOLDERS)}/${random.pick(THINGS)}_${random.below(400)}.o for ${random.pick(services)} (${random.below(9_000)} symbols)`;
}

function apiLine(random: SeededRandom, services: readonly string[]): string {
  return JSON.stringify({ service: random.pick(services), state: random.pick(STATES), replicas: random.below(12), queue: random.below(5_000), load: random.below(100) / 100 });
}

function listingLine(random: SeededRandom, services: readonly string[]): string {
  const name = random.pick(services).replace(' ', '-');
  return `-rw-r--r-- 1 build build ${String(random.below(900_000)).padStart(7)} ${random.pick(FOLDERS)}/${name}/${random.pick(THINGS)}-${random.below(90)}.txt`;
}
