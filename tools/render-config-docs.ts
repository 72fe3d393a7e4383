import { writeFileSync } from 'node:fs';
import { renderConfigTables } from '@total-recall/runtime';
import { renderDecisions } from './render-decisions.ts';
import { renderErrorTable, renderLimitTable } from './render-limit-tables.ts';
import { renderBudgetTable, renderPolicyTable } from './render-policy-table.ts';
import { renderScreeningTable } from './render-screening-table.ts';

const text = `# Configuration

Environment variables configure a process; a [policy](#the-policy) configures a tenant, a space or a session. With an
invalid variable the process does not start and names the variable. These tables are generated from the code by
\`npm run docs:config\`.

${renderConfigTables()}

## The policy

Budgets of windows and answers are set in the policy of a tenant, a space or a session (\`PUT /v1/policy\`,
\`.../spaces/{space}/policy\`, \`.../sessions/{session}/policy\`); the most specific level that sets one wins. Settings that
contradict each other are refused with \`invalid_policy\`, which names them.

${renderPolicyTable()}

The budgets of a window that sets nothing else, in tokens:

${renderBudgetTable()}

The weights of recall for the caller's task are not a setting. Premises, phase, supersession, task, self-assessment,
constraints and sensitivity count. Recency, earlier use and kind do not, because they changed next to nothing on any
data set ([ADR 0058](adr/0058-boosts-are-added-last-and-short-events-are-nearly-evened-out.md)). \`forgetting\` lowers
the score of old events.

## What redaction recognises

\`redaction: mask\` stores \`[redacted:RULE]\` in place of what a rule finds; \`mark\` leaves the text and labels the event.
The rules know forms, not meanings: a password in a sentence, a name or an address is not recognised, and neither is
what an agent splits over two events. A placeholder such as \`token=\${TOKEN}\` is left. Names are left, too: of data
subjects, agents, tasks and sessions, and ids of calls and messages
([ADR 0331](adr/0331-names-are-not-masked.md)). Arguments of a call that are JSON stay JSON:
a match ends where its value does, and a number with one becomes a string.

${renderScreeningTable()}
`;
writeFileSync(new URL('../docs/configuration.md', import.meta.url), text);

const limits = `# Errors and limits

This page is generated from the code by \`npm run docs:config\`.

## Errors

An error is a problem document (RFC 9457) with a stable \`code\`, a message for people, and \`details\` if a program can use
them. If waiting helps, \`Retry-After\` says how long. gRPC answers with the status below, the code as the \`reason\` of an
\`ErrorInfo\` in its details, and the time to wait as \`RetryInfo\`.

${renderErrorTable()}

## Limits

Most requests that exceed a limit are refused with one of these codes and a message that names it; the table notes what
happens otherwise. \`TOTAL_RECALL_BODY_BYTES\` sets \`bodyBytes\`; \`TOTAL_RECALL_MEMORY_MB\` bounds the bodies and answers in
memory at the same time ([memory](memory.md)).

Bounds of one part are on its page: [facts and groups of a space](consolidation.md#what-it-decided),
[erasure](erasure.md#erase-on-request) and [retention](erasure.md#retention), [the proxy](proxy.md#limits),
[tools of the MCP server](mcp.md#the-tools).

${renderLimitTable()}
`;
writeFileSync(new URL('../docs/limits.md', import.meta.url), limits);
writeFileSync(new URL('../docs/adr/README.md', import.meta.url), renderDecisions());
