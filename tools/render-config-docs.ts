import { writeFileSync } from 'node:fs';
import { renderConfigTables } from '@total-recall/runtime';
import { renderDecisions } from './render-decisions.ts';
import { renderErrorTable, renderLimitTable } from './render-limit-tables.ts';
import { renderBudgetTable, renderPolicyTable } from './render-policy-table.ts';

const text = `# Configuration

What a process does is set by environment variables, and what becomes of a tenant, a space or a session by its
[policy](#the-policy). A bad value of a variable is named at the start, and nothing is started then. A script makes
these tables from the code: \`npm run docs:config\`.

${renderConfigTables()}

## The policy

Budgets of windows and answers are no variables. You set them for a tenant, a space or a session (\`PUT /v1/policy\`,
\`.../spaces/{space}/policy\`, \`.../sessions/{session}/policy\`); the most specific level that sets one wins. Settings that
do not fit each other are refused with \`invalid_policy\`, which names them.

${renderPolicyTable()}

The budgets of a window that sets nothing else, in tokens:

${renderBudgetTable()}

How recall weighs an event for the task of who asks is not a setting. Premises, phase, supersession, task,
self-assessment, constraints and sensitivity count. Recency, earlier use and kind do not, as they moved next to nothing
on any set ([ADR 0058](adr/0058-boosts-are-added-last-and-short-events-are-nearly-evened-out.md)). \`forgetting\` in a
policy lets old events count less.
`;
writeFileSync(new URL('../docs/configuration.md', import.meta.url), text);

const limits = `# Errors and limits

A script makes this page from the code: \`npm run docs:config\`.

## Errors

An error is a problem document (RFC 9457) with a \`code\` that stays, a message for people, and \`details\` where a program
can use them. Where waiting helps, \`Retry-After\` says how long. gRPC answers with the status below and the code in its
details.

${renderErrorTable()}

## Limits

Most requests that exceed a limit are refused with one of these codes, and the message names it; where something else
happens, the table says so. \`TOTAL_RECALL_BODY_BYTES\` sets \`bodyBytes\`; how much of bodies and answers is held at once
follows from \`TOTAL_RECALL_MEMORY_MB\` ([memory](memory.md)).

${renderLimitTable()}
`;
writeFileSync(new URL('../docs/limits.md', import.meta.url), limits);
writeFileSync(new URL('../docs/adr/README.md', import.meta.url), renderDecisions());
