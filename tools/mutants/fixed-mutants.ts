/** One change of the sources that tests must notice. */
export interface FixedMutant {
  readonly file: string;
  /** Text of the file, which it holds once. */
  readonly text: string;
  readonly replacement: string;
  /** Test files of which at least one must fail. */
  readonly tests: readonly string[];
  /** Fault that the change would make. */
  readonly why: string;
}

const DOMAIN = 'libs/domain/src';
const INGEST = 'libs/services/ingest/src';
const RETRIEVER = 'libs/services/retriever/src';
const GATEWAY = 'libs/services/gateway/src';
const RUNTIME = 'libs/runtime/src';
const LANGUAGE = 'libs/language/src/query-time';
const READ_MODEL = 'libs/data-folder/src/read-model';
const BACKUP = 'libs/data-folder/src/backup';
const DIALECTS = 'libs/proxy/src/dialects';

const FOLD: readonly FixedMutant[] = [
  {
    file: `${DOMAIN}/session/evolve-session.ts`,
    text: 'if (record.offset <= state.offset) return',
    replacement: 'if (record.offset < state.offset) return',
    tests: [`${DOMAIN}/session/evolve-session.unit.test.ts`],
    why: 'The last record before a restart is folded twice.',
  },
  {
    file: `${DOMAIN}/session/recognise-repeat.ts`,
    text: 'sequence <= known.count',
    replacement: 'sequence < known.count',
    tests: [`${DOMAIN}/session/evolve-session.unit.test.ts`],
    why: 'The last event under an idempotency key is stored twice.',
  },
  {
    file: `${DOMAIN}/session/answer-calls.ts`,
    text: 'entry.turn <= state.turn - OPEN_CALL_TURNS',
    replacement: 'entry.turn < state.turn - OPEN_CALL_TURNS',
    tests: [`${DOMAIN}/session/evolve-session.unit.test.ts`],
    why: 'A call without a result stays guarded a turn too long.',
  },
  {
    file: `${DOMAIN}/session/evolve-session.ts`,
    text: 'if (task.version !== (state.taskState?.version ?? 0) + 1) return',
    replacement: 'if (task.version < (state.taskState?.version ?? 0) + 1) return',
    tests: [`${DOMAIN}/session/evolve-session.unit.test.ts`],
    why: 'A task state that does not follow the current one replaces it.',
  },
  {
    file: `${DOMAIN}/session/apply-compaction.ts`,
    text: 'if (record.cycle !== state.cycle + 1) return undefined;',
    replacement: 'if (record.cycle < state.cycle + 1) return undefined;',
    tests: [`${DOMAIN}/session/apply-compaction.unit.test.ts`],
    why: 'A decision about another past is applied.',
  },
  {
    file: `${DOMAIN}/session/apply-compaction.ts`,
    text: ' && !evicted.has(id))) return undefined;',
    replacement: ')) return undefined;',
    tests: [`${DOMAIN}/session/apply-compaction.unit.test.ts`],
    why: 'A compaction that both evicts and shrinks an entry is applied.',
  },
  {
    file: `${DOMAIN}/session/live-requests.ts`,
    text: 'const isNext = before === undefined || state.isAnswered === true;',
    replacement: 'const isNext = before === undefined;',
    tests: [`${DOMAIN}/session/live-requests.unit.test.ts`],
    why: 'An answered request stays in the window for ever, the next one does not.',
  },
  {
    file: `${DOMAIN}/session/source-progress.ts`,
    text: 'if (sequence <= progress.mark) return true;',
    replacement: 'if (sequence <= progress.mark + 1) return true;',
    tests: [`${DOMAIN}/session/source-progress.prop.test.ts`],
    why: 'The next event of a source is taken for a repeat and lost.',
  },
  {
    file: `${DOMAIN}/session/pull-limit.ts`,
    text: 'return answered >= pullCalls &&',
    replacement: 'return answered > pullCalls &&',
    tests: [`${DOMAIN}/session/pull-limit.unit.test.ts`],
    why: 'A turn recalls once more than its window has room for.',
  },
  {
    file: `${DOMAIN}/log/partition-of.ts`,
    text: 'hash ^ (unit >>> 8)',
    replacement: 'hash ^ (unit >> 16)',
    tests: [`${DOMAIN}/log/partition-of.unit.test.ts`],
    why: 'Sessions of names that are not ASCII change their partition.',
  },
  {
    file: `${INGEST}/follow/portions-of.ts`,
    text: 'envelope.tokens.whole * BYTES_PER_TOKEN',
    replacement: '0',
    tests: [`${INGEST}/follow/portions-of.unit.test.ts`],
    why: 'A batch of repetitive text is worked on as a whole, in hundreds of MB.',
  },
  {
    file: `${INGEST}/generations/prepare-generation.ts`,
    text: 'Math.max(folded, (await sessions.savedUpTo?.(partition)) ?? -1)',
    replacement: 'folded',
    tests: ['libs/data-folder/src/damage/torn-copy.int.test.ts'],
    why: 'In a folder that was copied while it was written to, new events are taken for known ones and hidden.',
  },
  {
    file: `${INGEST}/verify/compare-sessions.ts`,
    text: "report(saved === undefined ? 'missing' : 'damaged');",
    replacement: ';',
    tests: [`${INGEST}/verify/verify-memory.int.test.ts`],
    why: 'A verification calls a read model whole that lacks the state of a session.',
  },
];

const COMPACTION: readonly FixedMutant[] = [
  {
    file: `${DOMAIN}/compaction/plan/choose-span.ts`,
    text: 'if (each === 0) guarded = true;',
    replacement: '',
    tests: [`${DOMAIN}/compaction/plan/choose-span.prop.test.ts`],
    why: 'An atom with a guarded entry is evicted.',
  },
  {
    file: `${DOMAIN}/compaction/plan/choose-span.ts`,
    text: 'while (from < to && tokens - evictable[from]!.tokens >= neededTokens)',
    replacement: 'while (from < to && tokens - evictable[from]!.tokens > neededTokens)',
    tests: [`${DOMAIN}/compaction/plan/choose-span.prop.test.ts`],
    why: 'An atom leaves the window though the target holds without it.',
  },
  {
    file: `${DOMAIN}/compaction/plan/guarded.ts`,
    text: ' && !entry.superseded;',
    replacement: ';',
    tests: [`${DOMAIN}/compaction/plan/guarded.unit.test.ts`],
    why: 'Superseded constraints fill the window for ever.',
  },
  {
    file: `${DOMAIN}/compaction/plan/guarded.ts`,
    text: 'usable - sys - user - task - push -',
    replacement: 'usable - sys - user - task + push -',
    tests: [`${DOMAIN}/compaction/plan/guarded.unit.test.ts`],
    why: 'Guarded entries take the room of pushed evidence, so that a window does not fit.',
  },
  {
    file: `${DOMAIN}/compaction/plan/tail.ts`,
    text: 'if (tokens > tailTokens) break;',
    replacement: 'if (tokens >= tailTokens) break;',
    tests: [`${DOMAIN}/compaction/plan/tail.unit.test.ts`],
    why: 'A tail that fills its budget exactly loses a turn.',
  },
  {
    file: `${DOMAIN}/compaction/plan/breaker.ts`,
    text: 'export const BREAKER_STOPS = 3;',
    replacement: 'export const BREAKER_STOPS = 4;',
    tests: [`${DOMAIN}/compaction/plan/plan-compaction.unit.test.ts`],
    why: 'A session whose compactions free nothing writes more stops to the log.',
  },
  {
    file: `${DOMAIN}/recall/packing/take-lines.ts`,
    text: 'reduce((sum, at) => sum + costOf(at), 0) > left;',
    replacement: 'reduce((sum, at) => sum + costOf(at), 0) > left + 1;',
    tests: [`${DOMAIN}/recall/packing/take-lines.prop.test.ts`],
    why: 'An answer is longer than its budget.',
  },
  {
    file: `${DOMAIN}/task-state/premise-history.ts`,
    text: 'export const PREMISE_VERSIONS_KEPT = 32;',
    replacement: 'export const PREMISE_VERSIONS_KEPT = 31;',
    tests: [`${DOMAIN}/task-state/premise-history.prop.test.ts`],
    why: 'States folded by two processes differ in the premises that they remember.',
  },
  {
    file: `${DOMAIN}/task-state/premise-history.ts`,
    text: '    -PREMISE_VERSIONS_KEPT,',
    replacement: '    0,',
    tests: [`${DOMAIN}/task-state/premise-history.prop.test.ts`],
    why: 'The state of a session grows with every change of its premises.',
  },
  {
    file: `${INGEST}/project/session-decider.ts`,
    text: 'pending.set(sessionKey(state), decided.offset);',
    replacement: 'pending.set(sessionKey(state), decided.offset - 1);',
    tests: [`${INGEST}/project/session-decider.int.test.ts`],
    why: 'A session is compacted again before its last compaction is folded.',
  },
  {
    file: `${INGEST}/embed/embed-schedule.ts`,
    text: 'const OLDEST_EVERY = 4;',
    replacement: 'const OLDEST_EVERY = 5;',
    tests: [`${INGEST}/embed/embed-schedule.prop.test.ts`],
    why: 'Old records wait longer for their vectors than documented.',
  },
  {
    file: `${GATEWAY}/handlers/check-guarded-below.ts`,
    text: "error instanceof TotalRecallError && error.code === 'not_found'",
    replacement: 'true',
    tests: [`${GATEWAY}/handlers/policy-handlers.unit.test.ts`],
    why: 'While the retriever is away a policy is taken under which guarded entries do not fit.',
  },
];

const RECALL: readonly FixedMutant[] = [
  {
    file: `${RETRIEVER}/recall/judge/judge-events.ts`,
    text: 'score: Math.min(event.ranked.score, most)',
    replacement: 'score: event.ranked.score',
    tests: [`${RETRIEVER}/recall/judge/judge-events.unit.test.ts`],
    why: 'What a further query found is shown with a higher score than what stands before it.',
  },
  {
    file: `${RETRIEVER}/window/entry-contents.ts`,
    text: 'known.get(id) ?? opened.get(id)',
    replacement: 'opened.get(id) ?? cache.get(keyOf(id))',
    tests: [`${RETRIEVER}/window/entry-contents.unit.test.ts`],
    why: 'A window that is assembled during an erasure of other events shows nothing of what it had in memory.',
  },
  {
    file: `${DOMAIN}/recall/demand/evidence-traits.ts`,
    text: 'const NEAR_SHARE = 0.6;',
    replacement: 'const NEAR_SHARE = 0.7;',
    tests: [`${DOMAIN}/recall/demand/watch-evidence.unit.test.ts`],
    why: 'Evidence that an agent repeated in its own words counts as unused.',
  },
  {
    file: `${DOMAIN}/recall/query-time.ts`,
    text: 'return away === 0 ? 1 : away === 1 ? BESIDE : 0;',
    replacement: 'return away === 0 && at.getUTCDate() < 31 ? 1 : away === 1 ? BESIDE : 0;',
    tests: [`${DOMAIN}/recall/query-time.unit.test.ts`],
    why: 'What was said on the 31st is not found by its day.',
  },
  {
    file: `${RUNTIME}/sealing/position-sealer.ts`,
    text: '`${generation}\\0${tenant}\\0${space}`',
    replacement: '`${generation}\\0${space}`',
    tests: [`${RUNTIME}/sealing/position-sealer.prop.test.ts`],
    why: 'A token of one tenant is read as a position of another.',
  },
  {
    file: `${RUNTIME}/sealing/position-sealer.ts`,
    text: '.some((byte) => byte !== 0)) return undefined;',
    replacement: '.every((byte) => byte !== 0)) return undefined;',
    tests: [`${RUNTIME}/sealing/position-sealer.prop.test.ts`],
    why: 'An invented token is taken for a position.',
  },
  {
    file: `${DOMAIN}/fence/fence.ts`,
    text: 'id="${attribute(retrievalId)}" until',
    replacement: 'until',
    tests: [`${DOMAIN}/fence/fence.unit.test.ts`],
    why: 'An answer is opened without its id, so that a forged tag may pass for it.',
  },
];

const ERASURE: readonly FixedMutant[] = [
  {
    file: `${DOMAIN}/hold/held-by.ts`,
    text: 'const standing = [...holds].filter(isStanding);',
    replacement: 'const standing = [...holds];',
    tests: [`${DOMAIN}/hold/held-by.unit.test.ts`],
    why: 'A hold that was released keeps data for ever.',
  },
  {
    file: `${DOMAIN}/hold/held-by.ts`,
    text: '...at(`mark//${mark}`), ',
    replacement: '',
    tests: [`${DOMAIN}/hold/held-by.unit.test.ts`],
    why: 'What a hold on a data subject keeps in all spaces is destroyed.',
  },
  {
    file: `${DOMAIN}/hold/evolve-hold.ts`,
    text: 'hold && isStanding(hold) ?',
    replacement: 'hold ?',
    tests: [`${DOMAIN}/hold/held-by.unit.test.ts`],
    why: 'A second release changes who released a hold, and when.',
  },
  {
    file: `${DOMAIN}/retention/retention-rules.ts`,
    text: 'Math.min(...days) * DAY_MS',
    replacement: 'Math.max(...days) * DAY_MS',
    tests: [`${DOMAIN}/retention/retention-rules.prop.test.ts`],
    why: 'A space keeps events longer than its tenant allows.',
  },
  {
    file: `${INGEST}/erase/find-expired.ts`,
    text: 'recordedAt + ms <= now',
    replacement: 'recordedAt + ms + 86_400_000 <= now',
    tests: [`${INGEST}/erase/retention.int.test.ts`],
    why: 'What may be kept for 30 days is still there on day 31.',
  },
  {
    file: `${RUNTIME}/sealing/event-keys.ts`,
    text: "return hash('sha256', `${node}${depth}${child}`, 'hex');",
    replacement: "return hash('sha256', `${depth}${child}`, 'hex');",
    tests: [`${RUNTIME}/sealing/event-keys.prop.test.ts`],
    why: 'Keys of events follow from their places alone, and an erased one can be derived.',
  },
  {
    file: `${RUNTIME}/sealing/event-keys.ts`,
    text: 'new Set([...before.gone, ...leaves])',
    replacement: 'new Set(leaves)',
    tests: [`${RUNTIME}/sealing/event-keys.prop.test.ts`],
    why: 'A second erasure damages the key of a session.',
  },
  {
    file: `${RUNTIME}/sealing/sealer.ts`,
    text: 'Buffer.concat([Buffer.from([...header]), envelopeBytes(envelope)])',
    replacement: 'Buffer.from([...header])',
    tests: [`${RUNTIME}/sealing/sealer.unit.test.ts`],
    why: 'A body opens under an envelope that was changed.',
  },
  {
    file: 'libs/data-folder/src/create-cores.ts',
    text: 'if (unfilled?.isFormerThere()) throw formerIsThere();',
    replacement: '',
    tests: ['libs/data-folder/src/earlier-data-folder.int.test.ts'],
    why: 'What is erased right after an upgrade is read again from the former read model after a crash.',
  },
  {
    file: `${INGEST}/generations/open-read-models.ts`,
    text: 'erasing: forwarding(() => present.index.erasing!),',
    replacement: 'erasing: former.index.erasing!,',
    tests: [`${INGEST}/generations/open-read-models.unit.test.ts`],
    why: 'An erasure after an upgrade takes nothing out of the read model that answers.',
  },
];

const ACCESS: readonly FixedMutant[] = [
  {
    file: `${GATEWAY}/access/daily-quota.ts`,
    text: 'count(used.get(tenant)! - back)',
    replacement: 'count(own + events - back)',
    tests: [`${GATEWAY}/access/access.unit.test.ts`],
    why: 'What others used in between is given back too.',
  },
  {
    file: `${GATEWAY}/access/charge-appended.ts`,
    text: 'giveBack(events - used);',
    replacement: 'giveBack(0);',
    tests: [`${GATEWAY}/handlers/session-handlers.unit.test.ts`],
    why: 'Repeats and failed appends use up the quota of a tenant.',
  },
  {
    file: `${GATEWAY}/handlers/control-handlers.ts`,
    text: "if (more) throw new TotalRecallError('forbidden', `The key that makes this one has no scope ${more} to give.`);",
    replacement: '',
    tests: [`${GATEWAY}/access/key-tree.prop.test.ts`],
    why: 'A key makes a key with more scopes than it has.',
  },
  {
    file: `${GATEWAY}/access/key-permissions.ts`,
    text: 'own.scopes.filter((scope) => maker.scopes.includes(scope))',
    replacement: 'own.scopes',
    tests: [`${GATEWAY}/access/key-tree.prop.test.ts`],
    why: 'A stored key permits more than the key that made it.',
  },
  {
    file: `${GATEWAY}/access/key-permissions.ts`,
    text: 'return key?.tenant === tenant ? key : undefined;',
    replacement: 'return key;',
    tests: [`${GATEWAY}/access/key-tree.prop.test.ts`],
    why: 'A key is worth what a key of another tenant permits.',
  },
  {
    file: `${RUNTIME}/stores/kept-api-keys.ts`,
    text: 'return held?.revokedAt === undefined ? key',
    replacement: 'return held?.revokedAt === undefined || key.revokedAt === undefined ? key',
    tests: [`${GATEWAY}/rotate-key.unit.test.ts`],
    why: 'A stolen key that is revoked while it gives itself a new secret goes on.',
  },
  {
    file: `${GATEWAY}/access/admission.ts`,
    text: "if (caller.spaces && space !== undefined && !caller.spaces.includes(space)) return 'The key is bound to other spaces.';",
    replacement: '',
    tests: [`${GATEWAY}/access/access.unit.test.ts`],
    why: 'A key that is bound to a space reads all others.',
  },
  {
    file: `${GATEWAY}/access/rate-limiter.ts`,
    text: 'Math.min(most, bucket.tokens + ((now',
    replacement: 'Math.max(0, bucket.tokens + ((now',
    tests: [`${GATEWAY}/access/access.unit.test.ts`],
    why: 'A caller who waited a night may send a night of requests at once.',
  },
  {
    file: `${INGEST}/append/find-first-copies.ts`,
    text: 'return provesOtherContent(first, origin!.fingerprint!) && !isSameCall(first, event, body);',
    replacement: 'return false;',
    tests: [`${INGEST}/append/append-events.int.test.ts`],
    why: 'Another event under a used sequence number is answered as a repeat, and lost.',
  },
  {
    file: `${INGEST}/append/find-first-copies.ts`,
    text: 'return fingerprintOf([{ ...event, call: { ...event.call, arguments: call?.arguments } }]) === first;',
    replacement: 'return true;',
    tests: [`${INGEST}/append/append-events.int.test.ts`],
    why: 'A call with the arguments of the first copy is answered as a repeat whatever else it says, and lost.',
  },
  {
    file: `${BACKUP}/settle-artifacts.ts`,
    text: 'if (!copied.listed.has(path)) await lose(reference);',
    replacement: '',
    tests: [`${BACKUP}/lost-artifacts.int.test.ts`],
    why: 'A backup removes the last copy of artifacts that the data folder lost.',
  },
  {
    file: `${BACKUP}/copy-artifacts.ts`,
    text: 'if (!isOther && !isDue(source.path))',
    replacement: 'if (!isOther)',
    tests: [`${BACKUP}/lost-artifacts.int.test.ts`],
    why: 'Backups keep an artifact that their disk changed, and cannot be restored.',
  },
  {
    file: `${GATEWAY}/create-gateway.ts`,
    text: 'if (!eraser?.owes() && !owed?.owes()) return;',
    replacement: 'return;',
    tests: [`${GATEWAY}/owed-erasures.unit.test.ts`],
    why: 'A restored copy answers with what was erased after the backup.',
  },
  {
    file: `${INGEST}/verify/verify-and-repair.ts`,
    text: 'return isWhole && needsRefill',
    replacement: 'return needsRefill',
    tests: [`${INGEST}/verify/verify-and-repair.unit.test.ts`],
    why: 'A repair drops the last copy of records that the log has lost.',
  },
  {
    file: `${INGEST}/restore/restore-copies.ts`,
    text: 'await write(later ?? copy, isOfLedger);',
    replacement: 'await write(copy, isOfLedger);',
    tests: [`${INGEST}/restore/restore-copies.unit.test.ts`],
    why: 'A restore forgets the erasures of the later ledger.',
  },
  {
    file: `${RETRIEVER}/window/signed-range.ts`,
    text: '=== match[3] ?',
    replacement: '!== undefined ?',
    tests: [`${RETRIEVER}/window/signed-range.unit.test.ts`],
    why: 'Any range of a session is read under a name that nobody signed.',
  },
  {
    file: `${GATEWAY}/handlers/tenant-handlers.ts`,
    text: 'if (confirm !== id)',
    replacement: 'if (confirm === undefined)',
    tests: [`${GATEWAY}/handlers/tenant-handlers.unit.test.ts`],
    why: 'A tenant is removed for good by a request that confirms another one.',
  },
  {
    file: `${GATEWAY}/handlers/policy-handlers.ts`,
    text: 'stored.slice(0, -1).map(',
    replacement: 'stored.slice(-1, -1).map(',
    tests: [`${GATEWAY}/handlers/policy-handlers.unit.test.ts`],
    why: 'A policy is kept that breaks windows together with those above it.',
  },
  {
    file: `${INGEST}/append/screen-event.ts`,
    text: "encoding === 'utf-8' && isUtf8(data) ? 'utf8'",
    replacement: "false ? 'utf8'",
    tests: [`${INGEST}/append/screen-event.unit.test.ts`],
    why: 'A secret in a file is kept where it has letters beyond ASCII.',
  },
];

const OTHERS: readonly FixedMutant[] = [
  {
    file: `${READ_MODEL}/read-model-seal.ts`,
    text: 'await rm(join(folder, SEAL), { recursive: true, force: true });',
    replacement: '',
    tests: [`${READ_MODEL}/read-model-seal.int.test.ts`],
    why: 'Each kill of a service costs it its read model, which is filled anew.',
  },
  {
    file: `${LANGUAGE}/place-moment.ts`,
    text: '(isMonth(end!) ? startOfMonth(day, 1) : day + DAY_MS)',
    replacement: 'day + DAY_MS',
    tests: [`${LANGUAGE}/read-query-time.unit.test.ts`],
    why: 'A question about several months leaves out all but the first day of the last.',
  },
  {
    file: `${DIALECTS}/responses-dialect.ts`,
    text: 'return FREE_ITEMS.has(typeOf(item)) ? rest : said(JSON.stringify(rest));',
    replacement: 'return FREE_ITEMS.has(typeOf(item)) ? rest : item;',
    tests: [`${DIALECTS}/responses-dialect.unit.test.ts`],
    why: 'The vendor refuses a conversation whose window left out a thought.',
  },
];

/** Changes that hurt where they stand; `npm run mutants` shows that tests notice each. */
export const FIXED_MUTANTS: readonly FixedMutant[] = [...FOLD, ...COMPACTION, ...RECALL, ...ERASURE, ...ACCESS, ...OTHERS];
