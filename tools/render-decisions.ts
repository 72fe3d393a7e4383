import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../docs/adr/', import.meta.url);

/** Renders the list of all decisions as a page in Markdown: title and status of each. */
export function renderDecisions(): string {
  const rows = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-/.test(name))
    .toSorted()
    .map((name) => {
      const page = readFileSync(new URL(name, FOLDER), 'utf8');
      const title = /^# \d{4}:? (.+)$/m.exec(page)?.[1];
      const status = /^Status: ((?:.+\n)+)/m.exec(page)?.[1]?.trim().replaceAll('\n', ' ');
      if (title === undefined || status === undefined) throw new Error(`${name} lacks its title or its status.`);
      return `| [${name.slice(0, 4)}](${name}) | ${title} | ${status} |`;
    });
  return `# Decisions

What was decided, why, and what else was thought of. [0001](0001-record-decisions.md) says how. A script makes this
page: \`npm run docs:config\`.

| | decision | status |
| --- | --- | --- |
${rows.join('\n')}
`;
}
