import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../docs/adr/', import.meta.url);

/** Decisions that explain most of the code, by what a reader comes for. */
const FIRST: readonly (readonly [about: string, numbers: readonly string[]])[] = [
  ['the shape of the whole', ['0002', '0004', '0030', '0099', '0100']],
  ['appends that lose nothing', ['0042', '0062', '0064']],
  ['compaction, markers and windows', ['0050', '0051', '0053', '0111']],
  ['recall', ['0024', '0047', '0048', '0073']],
  ['facts', ['0108', '0109', '0113']],
  ['keys, erasure and holds', ['0055', '0065', '0066', '0081']],
  ['tenants, load and memory', ['0040', '0069', '0077', '0085']],
  ['the proxy and the clients', ['0049', '0122', '0124']],
];

/** Renders the list of all decisions as a page in Markdown: those to begin with, then title and status of each. */
export function renderDecisions(): string {
  const decisions = readDecisions();
  const linkOf = (number: string): string => {
    const decision = decisions.find((one) => one.number === number);
    if (!decision) throw new Error(`There is no decision ${number}.`);
    return `[${decision.title}](${decision.file})`;
  };
  return `# Decisions

Architecture decision records: what was decided, why, and the alternatives. [0001](0001-record-decisions.md) explains
the form. \`npm run docs:config\` generates this page.

## Start with these

| about | decisions |
| --- | --- |
${FIRST.map(([about, numbers]) => `| ${about} | ${numbers.map(linkOf).join('; ')} |`).join('\n')}

## All of them

| | decision | status |
| --- | --- | --- |
${decisions.map(({ number, file, title, status }) => `| [${number}](${file}) | ${title} | ${status} |`).join('\n')}
`;
}

interface Decision {
  readonly number: string;
  readonly file: string;
  readonly title: string;
  readonly status: string;
}

function readDecisions(): Decision[] {
  const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));
  return files.toSorted().map((file) => {
    const page = readFileSync(new URL(file, FOLDER), 'utf8');
    const title = /^# \d{4} (.+)$/m.exec(page)?.[1];
    const status = /^Status: ((?:.+\n)+)/m.exec(page)?.[1]?.trim().replaceAll('\n', ' ');
    if (title === undefined || status === undefined) throw new Error(`${file} lacks its title (# NNNN Title) or its status.`);
    return { number: file.slice(0, 4), file, title, status };
  });
}
