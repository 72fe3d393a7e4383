import { SCREENING_RULES } from '@total-recall/runtime';

/** Renders every rule of redaction as a table in Markdown, in the order in which they are applied. */
export function renderScreeningTable(): string {
  const rows = SCREENING_RULES.map(
    ({ name, category, finds }) =>
      `| \`${name}\` | ${category === 'secret' ? 'secret' : 'personal data'} | ${finds.replaceAll('|', '\\|')} |`,
  );
  return ['| rule | kind | what it recognises |', '| --- | --- | --- |', ...rows].join('\n');
}
