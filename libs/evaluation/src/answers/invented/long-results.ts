import type { SeededRandom } from '../../seeded-random.ts';

/** Subjects of a long result, one record each: one is asked about, the others have the same form. */
export const SERVICES = [
  'tide gauge', 'crane planner', 'berth ledger', 'pilot roster', 'ferry board', 'cargo sampler', 'fog signal', 'quay lights', 'customs desk',
  'weather relay', 'anchor watch', 'bunker meter', 'reefer monitor', 'tug dispatch', 'lock keeper', 'sonar archive', 'gate reader', 'yard map',
  'dredge log', 'buoy tracker', 'manifest parser', 'tariff engine', 'rope inventory', 'diver booking',
] as const; // oxfmt-ignore
export const VESSELS = [
  'Marigold', 'Sandpiper', 'Old Heron', 'Vesper', 'Quillon', 'Brightwater', 'Northing', 'Calluna', 'Ostrava Star', 'Tamarack', 'Wren of Skye',
  'Halcyon Dray', 'Petrel', 'Juniper Bay', 'Cormorant II', 'Lady Anselm', 'Kittiwake', 'Morning Ebb', 'Saltmarsh', 'Ardent', 'Gannet Rock',
] as const; // oxfmt-ignore
export const HARBOURS = [
  'Lindquay', 'Varnholm', 'Ostermouth', 'Pellworm', 'Skarne', 'Tollesund', 'Brackhaven', 'Cold Ness', 'Merrowby', 'Aldersand', 'Fennick', 'Ulvik Point',
  'Grayling', 'Stennis', 'Hartsea', 'Port Ansel', 'Rookhope', 'Wetherness',
] as const; // oxfmt-ignore
export const KEEPERS = [
  'Jorun Vale', 'Tobias Renn', 'Ines Halloran', 'Matti Orbeck', 'Philippa Doon', 'Casimir Troy', 'Lene Askew', 'Wolfram Peet', 'Dagny Moss',
  'Ruben Tarrant', 'Oriel Fenn', 'Sunniva Crake', 'Abel Thackeray', 'Nadja Brill', 'Emeric Soll', 'Hester Quay', 'Piet Larkspur', 'Ilse Varga',
] as const; // oxfmt-ignore

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

export interface Record<K extends string = string> {
  readonly name: string;
  readonly values: Readonly<{ [name in K]: string }>;
}

/** Writes settings of every service, a block each. */
export function settingsFile(
  random: SeededRandom,
  names: readonly string[],
): { text: string; records: Record<'memory' | 'retries' | 'owner'>[] } {
  const owners = random.shuffled(KEEPERS);
  const records = names.map((name, at) => ({
    name,
    values: { memory: `${64 + 16 * random.below(120)}Mi`, retries: String(11 + random.below(80)), owner: owners[at % owners.length]! },
  }));
  const blocks = records.map(({ name, values }) =>
    [
      `  ${slug(name)}:`,
      `    image: registry.port.example/${slug(name)}:${random.below(9)}.${random.below(30)}.${random.below(30)}`,
      `    replicas: ${1 + random.below(9)}`,
      '    resources:',
      `      requests: { cpu: ${100 + random.below(900)}m, memory: 48Mi }`,
      `      limits: { memory: ${values.memory} }`,
      '    delivery:',
      `      max_attempts: ${values.retries}`,
      `      backoff_ms: ${200 + random.below(5_000)}`,
      `    contact: ${values.owner} <oncall+${slug(name)}@port.example>`,
    ].join('\n'),
  );
  return { text: `# Generated from the fleet's catalogue. Do not edit by hand.\nservices:\n${blocks.join('\n')}`, records };
}

/** Writes a night's log of all services, with occasional lines about one of them. */
export function nightLog(random: SeededRandom, names: readonly string[]): { text: string; records: Record<'depth' | 'host'>[] } {
  let at = Date.UTC(2022, 4, 11, 22, 0, 0);
  const line = (level: string, name: string, text: string): string =>
    `${new Date((at += random.below(90_000))).toISOString()} ${level} [${slug(name)}] ${text}`;
  const records = names.map((name) => ({
    name,
    values: {
      depth: String(1_100 + random.below(8_000)),
      host: `${random.pick(['amber', 'basalt', 'cobalt', 'dune'])}-${10 + random.below(89)}`,
    },
  }));
  const lines = random
    .shuffled(records)
    .flatMap(({ name, values }) => [
      ...Array.from({ length: 2 + random.below(3) }, () =>
        line('INFO', random.pick(names), `batch ${random.hex(6)} flushed in ${random.below(900)} ms`),
      ),
      random.below(2) === 0
        ? line('WARN', name, `backlog at ${values.depth} messages, consumer cannot keep up`)
        : line('WARN', name, `backlog grew to ${values.depth} messages before the consumer came back`),
      line('ERROR', name, `lost its lease, moved over to ${values.host}`),
    ]);
  return { text: lines.join('\n'), records };
}

/** Writes a list of vessels like an API's answer. */
export function vesselList(
  random: SeededRandom,
  names: readonly string[],
): { text: string; records: Record<'berth' | 'draught' | 'pilot'>[] } {
  const pilots = random.shuffled(KEEPERS);
  const records = names.map((name, at) => ({
    name,
    values: {
      berth: `${random.pick(['A', 'B', 'C', 'D'])}${10 + random.below(80)}`,
      draught: `${3 + random.below(9)}.${1 + random.below(9)}`,
      pilot: pilots[at % pilots.length]!,
    },
  }));
  const items = records.map(({ name, values }) => ({
    imo: 9_000_000 + random.below(900_000),
    vessel: name,
    state: random.pick(['moored', 'at anchor', 'expected']),
    mooring: { place: values.berth, since: new Date(Date.UTC(2022, 4, 1 + random.below(28), random.below(24))).toISOString() },
    draughtMetres: Number(values.draught),
    crew: 6 + random.below(20),
    assigned: { pilot: values.pilot, tug: random.pick(['Bulldog', 'Ox', 'Mule']) },
  }));
  return { text: JSON.stringify({ total: items.length, items }, null, 2), records };
}

/** Writes a page about harbours, a section each. */
export function harbourGuide(
  random: SeededRandom,
  names: readonly string[],
): { text: string; records: Record<'year' | 'keeper' | 'fee'>[] } {
  const keepers = random.shuffled(KEEPERS);
  const records = names.map((name, at) => ({
    name,
    values: {
      year: String(1_790 + random.below(140)),
      keeper: keepers[at % keepers.length]!,
      fee: `${3 + random.below(40)}.${10 + random.below(89)} crowns`,
    },
  }));
  const sections = records.map(({ name, values }) =>
    [
      `### ${name}`,
      random.pick([
        'A sheltered basin behind two moles, dredged every other spring. Visitors tie up along the inner wall.',
        'Small, shallow and friendly. At spring tides the sill dries, so plan your arrival around high water.',
        'The old fishing town grew around its slipway; cafes and a chandler stand where the ice house used to be.',
      ]),
      `Its light was first lit in ${values.year}, tended by ${values.keeper}, who stayed until the lamp was made automatic.`,
      `Overnight stays cost ${values.fee} for a boat of up to ten metres; electricity and water are included.`,
    ].join('\n'),
  );
  return { text: `# Harbours of the sound\n\n${sections.join('\n\n')}\n\nCharts are not a substitute for a good lookout.`, records };
}

const VERBS = ['settle', 'derive', 'collect', 'drain', 'assign', 'verify', 'rank', 'merge', 'trim', 'split'] as const;
const NOUNS = ['Tide', 'Cargo', 'Berth', 'Pilot', 'Tariff', 'Quay', 'Ferry', 'Crane', 'Anchor', 'Manifest'] as const;

export function functionNames(random: SeededRandom): string[] {
  return random.shuffled(VERBS.flatMap((verb) => NOUNS.map((noun) => `${verb}${noun}`)));
}

/** Writes a source file of functions, each with its own limit. */
export function sourceFile(random: SeededRandom, names: readonly string[]): { text: string; records: Record<'limit' | 'error'>[] } {
  const records = names.map((name) => ({
    name,
    values: { limit: String(1_200 + random.below(8_000)), error: `${name.toUpperCase().slice(0, 4)}_${100 + random.below(900)}` },
  }));
  const bodies = records.map(({ name, values }) =>
    [
      `/** ${random.pick(['Called once a minute.', 'Idempotent.', 'Keeps the order of its input.', 'Never blocks.'])} */`,
      `export async function ${name}(entries: readonly Entry[], options: Options = {}): Promise<Outcome> {`,
      `  const known = new Map(entries.map((entry) => [entry.id, entry]));`,
      `  const limit = options.limit ?? ${values.limit};`,
      `  if (entries.length > limit) throw new PortError('${values.error}', 'too many entries at once');`,
      `  for (const entry of known.values()) {`,
      `    const ${random.pick(['weight', 'order', 'share'])} = await measure(entry, ${random.below(90)});`,
      `    if (entry.state === '${random.pick(['held', 'open', 'late'])}') continue;`,
      `    await publish(entry, { retries: ${random.below(9)}, tag: '${random.hex(6)}' });`,
      '  }',
      '  return { known: known.size };',
      '}',
    ].join('\n'),
  );
  return {
    text: `import { measure, publish } from './entries.ts';\nimport { PortError } from './port-error.ts';\n\n${bodies.join('\n\n')}\n`,
    records,
  };
}
