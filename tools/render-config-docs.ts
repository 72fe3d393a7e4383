import { writeFileSync } from 'node:fs';
import { renderConfigTable } from '@total-recall/runtime';

const text = `# Configuration

Everything is set by environment variables. A bad value is named at the start, and nothing is started then. This table is made from
the code: \`npm run docs:config\`.

${renderConfigTable()}
`;
writeFileSync(new URL('../docs/configuration.md', import.meta.url), text);
