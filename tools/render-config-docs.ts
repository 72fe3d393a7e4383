import { writeFileSync } from 'node:fs';
import { renderConfigTable } from '@total-recall/runtime';

const text = `# Configuration

Everything is set by environment variables. A bad value is named at the start, and nothing is started then. A script
makes this table from the code: \`npm run docs:config\`.

${renderConfigTable()}

## The policy

Budgets of windows and answers are no variables. You set them for a tenant, a space or a session (\`PUT /v1/policy\`,
\`.../spaces/{space}/policy\`, \`.../sessions/{session}/policy\`), and what you do not set follows from \`windowTokens\`. Of
recall and open:

| setting | default | what it does |
| --- | --- | --- |
| \`pullTokens\` | 1,080 in windows of 8,000, 4,000 from 32,000 on | Tokens of an answer whose call names no \`budgetTokens\`. |
| \`pullMaxTokens\` | a 64th of the window, at least \`pullTokens\` | The most that one call may ask for by \`budgetTokens\`; more is taken as that. |
| \`pullCalls\` | 1, from 128,000 on 3 | Calls of recall and open in one turn; one more is \`pull_limit\`. |
| \`headroomTokens\` | 15 % of the window up to 13,000, more where \`pullMaxTokens\` needs it | What a window leaves free: \`pullMaxTokens\` x \`pullCalls\` + \`outputTokens\` must fit it. |

How recall weighs an event for the task of who asks is not a setting. Premises, phase, supersession, task,
self-assessment, constraints and sensitivity count. Recency, earlier use and kind do not, as they moved next to nothing
on any set ([ADR 0058](adr/0058-boosts-are-added-last-and-short-events-are-nearly-evened-out.md)). \`forgetting\` in a
policy lets old events count less.
`;
writeFileSync(new URL('../docs/configuration.md', import.meta.url), text);
