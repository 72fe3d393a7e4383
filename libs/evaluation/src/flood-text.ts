import type { SeededRandom } from './seeded-random.ts';

const ONSETS = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'g',
  'gl',
  'h',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'z',
] as const;
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou'] as const;
const CODAS = ['n', 'r', 'l', 'm', 'x', 'k'] as const;
const THINGS = [
  'aqueduct',
  'beacon',
  'caravan',
  'dispatcher',
  'estuary',
  'foundry',
  'granary',
  'harbour',
  'indexer',
  'junction',
  'kiln',
  'ledger',
  'mill',
  'nursery',
  'orchard',
  'parlour',
  'quarry',
  'relay',
  'scheduler',
  'turbine',
] as const;
const VERBS = ['compiled', 'linked', 'copied', 'checked', 'skipped', 'packed', 'loaded', 'verified', 'rotated', 'drained'] as const;
const FOLDERS = ['core', 'edge', 'shared', 'tools', 'vendor', 'web', 'batch', 'plugins'] as const;
const STATES = ['ready', 'pending', 'draining', 'idle', 'busy', 'standby'] as const;

/** Invents names of services: each a unique word with the kind of service. */
export function serviceNames(random: SeededRandom, count: number): string[] {
  const words = new Set<string>();
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS);
  while (words.size < count) words.add(syllable() + syllable() + syllable() + random.pick(CODAS));
  return [...words].map((word) => `${word} ${random.pick(THINGS)}`);
}

/**
 * Generates tool output of about `chars` characters: build logs, API answers or file listings about the given services.
 */
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
  return JSON.stringify({
    service: random.pick(services),
    state: random.pick(STATES),
    replicas: random.below(12),
    queue: random.below(5_000),
    load: random.below(100) / 100,
  });
}

function listingLine(random: SeededRandom, services: readonly string[]): string {
  const name = random.pick(services).replace(' ', '-');
  return `-rw-r--r-- 1 build build ${String(random.below(900_000)).padStart(7)} ${random.pick(FOLDERS)}/${name}/${random.pick(THINGS)}-${random.below(90)}.txt`;
}
