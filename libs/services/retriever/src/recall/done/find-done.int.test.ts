import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const START = Date.UTC(2031, 0, 1, 9);
const HOUR_MS = 3_600_000;
const ASK = { tenant: 'acme', space: 'main', session: 's1' };

interface Did {
  readonly name: string;
  readonly args: object;
  readonly result?: string;
  readonly isError?: boolean;
}

/** A call with its result a minute after the one before. */
function calls(all: readonly Did[], from = START): Written[] {
  return all.flatMap(({ name, args, result = 'done', isError }, at): Written[] => {
    const call = { id: `c${from}-${at}`, name };
    const time = from + at * 60_000;
    return [
      { kind: 'tool_call', at: time, body: { call: { ...call, arguments: JSON.stringify(args) } } },
      { kind: 'tool_result', at: time, text: result, body: { call, ...(isError && { isError }) } },
    ];
  });
}
const edit = (path: string): Did => ({ name: 'edit', args: { path, oldText: 'a\n'.repeat(300), newText: 'b' } });
const run = (command: string, result?: string): Did => ({ name: 'bash', args: { command }, ...(result !== undefined && { result }) });

const WORK: readonly Did[] = [
  edit('src/quay.ts'),
  { name: 'read', args: { path: 'docs/piers.md' } },
  run('npm test', 'quay.test.ts: error TS2322: no pier\nCommand exited with code 2'),
  edit('src/crane.ts'),
  edit('src/quay.ts'),
  run('npm test -- --run', '12 passed'),
  run('cp src/quay.ts src/wharf.ts'),
];

async function memory(did: readonly Did[] = WORK, isProjected = true) {
  const own = createMemoryRetriever();
  await own.append([{ kind: 'user_message', text: 'Which files did the harbour master edit?', at: START - 1 }, ...calls(did)]);
  if (isProjected) await own.project();
  const recall = (query: string, more: object = {}) => own.retriever.recall({ ...ASK, queries: [query], ...more });
  return { ...own, recall };
}

const namesIn = (rendered: string): string[] => rendered.match(/(?:src|docs)\/\w+\.\w+(?=$)/gm) ?? [];

describe('a question for what was done', () => {
  it('is at most unsure of what words find where a list has no entry', async () => {
    const own = createMemoryRetriever();
    await own.append([
      { kind: 'user_message', text: 'Which commands failed?', at: START - 1 },
      ...calls([run('cat error.log', 'worker started\nError: a command failed\nError: commands failed again')]),
    ]);
    await own.project();
    const { outcome, rendered } = await own.retriever.recall({ ...ASK, queries: ['which commands failed?'] });
    expect(outcome).not.toBe('answered');
    expect(rendered.toLowerCase()).toContain('no result that tells of a failure was found');
  });

  it('lists a failure at the end of a result that is kept as an artifact, in the session that is asked about', async () => {
    const own = createMemoryRetriever();
    const output = `${'crane.test.ts: passed\n'.repeat(700)}Error: deadlock of berth seven (SQLSTATE 40P01)\nexit code 1`;
    const [asked, result] = calls([run('npm test')]);
    await own.append([
      asked!,
      { ...result!, text: '', body: { ...result!.body, isError: true, artifacts: [await own.writeArtifact(output)] } },
    ]);
    await own.append(calls([run('npm test', 'Error: no quay\nexit code 1')], START + HOUR_MS), { ...own.home, session: 's2' });
    await own.project();
    const answer = await own.retriever.recall({ ...ASK, queries: ['What was the last error?'] });
    expect(answer).toMatchObject({ outcome: 'answered', hits: [{ session: 's1' }] });
    expect(answer.rendered).toContain('Error: deadlock of berth seven (SQLSTATE 40P01)');
    expect(answer.rendered).not.toContain('no quay');
  });

  it.each([
    ['indexed', true],
    ['not indexed yet', false],
  ])('lists the files that calls changed, each once, the latest first: %s', async (_, isProjected) => {
    const { recall } = await memory(WORK, isProjected);
    const answer = await recall('Which files did you edit?');
    expect(namesIn(answer.rendered)).toEqual(['src/wharf.ts', 'src/quay.ts', 'src/crane.ts']);
    expect(answer).toMatchObject({ outcome: 'answered', confidence: 0.9 });
    expect(answer.rendered).toContain('[list: files that calls changed, each by its latest call; for one whole: its e-number as ref]');
    expect(answer.hits.map(({ ordinal }) => ordinal)).toEqual([14, 10, 8]);
  });

  it('lists the first ones first, and those of a time alone', async () => {
    const { recall, append, project } = await memory();
    await append(calls([edit('src/late.ts'), edit('src/quay.ts')], START + 48 * HOUR_MS));
    await project();
    const first = await recall('the first files that you edited');
    expect(namesIn(first.rendered)).toEqual(['src/quay.ts', 'src/crane.ts', 'src/wharf.ts', 'src/late.ts']);
    expect(first.rendered).toContain('each by its first call');
    expect(namesIn((await recall('which files did you edit on 2031-01-03?')).rendered)).toEqual(['src/quay.ts', 'src/late.ts']);
    expect(namesIn((await recall('which files did you edit on 2031-01-01?')).rendered)).not.toContain('src/late.ts');
  });

  it('lists files that were read, commands, and failures by the line that tells of each', async () => {
    const { recall } = await memory();
    expect(namesIn((await recall('which files did you read?')).rendered)).toEqual(['docs/piers.md']);
    expect((await recall('what commands did you run?')).rendered.match(/"command":"[a-z]+ \w+/g)).toEqual([
      '"command":"cp src',
      '"command":"npm test',
      '"command":"npm test',
    ]);
    const failed = await recall('Which commands failed?');
    expect(failed.passages.map(({ text }) => text)).toEqual(['quay.test.ts: error TS2322: no pier']);
  });

  it.each([
    'what was the last error',
    'what error did we get last?',
    'which errors occurred?',
    'show me the latest error',
    'letzter Fehler',
    'was war der letzte Fehler?',
    'the last failing command',
    'quelle a été la dernière erreur ?',
    '¿cuál fue el último error?',
    "qual è stato l'ultimo errore?",
    'qual foi o último erro?',
    'wat was de laatste fout?',
  ])('lists failures where errors are asked for: %s', async (query) => {
    const { recall } = await memory();
    const { passages, rendered, outcome } = await recall(query);
    expect(passages.map(({ text }) => text)).toEqual(['quay.test.ts: error TS2322: no pier']);
    expect([outcome, rendered.includes('[list: failures')]).toEqual(['answered', true]);
  });

  it('shows a few where one thing is asked for, and as many as are counted', async () => {
    const { recall } = await memory(Array.from({ length: 9 }, (_, at) => [edit(`src/f${at}.ts`), run(`make step${at}`)]).flat());
    const lengthOf = async (query: string) => (await recall(query)).passages.length;
    for (const query of ['what was the last command you ran', 'last command', 'last file you edited', 'le dernier fichier modifié'])
      expect(await lengthOf(query), query).toBe(3);
    for (const query of ['letzter Befehl', 'welche Datei hast du zuletzt bearbeitet?', 'the last three commands', 'el último comando'])
      expect(await lengthOf(query), query).toBe(3);
    expect(await lengthOf('the last five commands')).toBe(5);
    expect(await lengthOf('the last 2 files you edited')).toBe(2);
    for (const query of ['the last commands you ran', 'which files did you edit last?', 'which command did you run in the last session?'])
      expect(await lengthOf(query), query).toBe(9);
    expect((await recall('first command you ran')).rendered).toContain('step0');
  });

  it('lists failures in their order whatever words of the question they hold', async () => {
    const { recall } = await memory([
      run('npm run lint', 'Error: run `npm run sweep -- --force`\nCommand exited with code 2'),
      run('npm test', 'error: the quay is dirty\nCommand exited with code 2'),
      run('npm run build', 'error: the pier is closed\nCommand exited with code 2'),
    ]);
    const lines = ['error: the pier is closed', 'error: the quay is dirty', 'Error: run `npm run sweep -- --force`'];
    for (const query of ['which commands failed?', 'what failed?', 'Welche Befehle sind fehlgeschlagen?'])
      expect((await recall(query)).passages.map(({ text }) => text)).toEqual(lines);
  });

  it.each([
    ['indexed', true],
    ['not indexed yet', false],
  ])('lists what failed as its call tells: no search without a hit, and a change that was refused in words: %s', async (_, isProjected) => {
    const none = 'Command exited with code 1';
    const { recall } = await memory(
      [
        { ...run('grep -rn winch src', none), isError: true },
        { ...run('diff src/a.ts src/b.ts', '(no output)\n\nCommand exited with code 1'), isError: true },
        { ...run('grep -rn winch src', 'grep: src: No such file or directory'), isError: true },
        { ...run('./moor.sh', 'the rope is short'), isError: true },
        { ...edit('src/quay.ts'), result: 'patch does not apply' },
        { name: 'read', args: { path: 'docs/piers.md' }, result: 'page not found' },
      ],
      isProjected,
    );
    const lines = ['patch does not apply', 'the rope is short', 'grep: src: No such file or directory'];
    for (const query of ['which commands failed?', 'what failed?'])
      expect((await recall(query)).passages.map(({ text }) => text)).toEqual(lines);
  });

  it('takes what the asking session did, and what others did where it did nothing of the kind', async () => {
    const { recall, append, project, home } = await memory();
    await append(calls([edit('src/far.ts'), run('rm src/gone.ts')], START + HOUR_MS), { ...home, session: 's2' });
    await project();
    expect(namesIn((await recall('which files did you edit?')).rendered)).not.toContain('src/far.ts');
    const other = await recall('which files did you edit?', { session: 's3' });
    expect(namesIn(other.rendered).slice(0, 3)).toEqual(['src/gone.ts', 'src/far.ts', 'src/wharf.ts']);
  });

  it('hides nothing from the search that follows where nothing was done at the time, and says so', async () => {
    const { recall } = await memory([edit('src/quay.ts')]);
    const { hits, rendered } = await recall('which files did you edit on 2031-01-05?');
    expect(hits.map(({ ordinal }) => ordinal)).toContain(2);
    expect(rendered).toContain('[list: no call that changes a file was found at that time among 3 events; below is what else was found]');
  });

  it('says in few tokens that nothing of the kind was done, with what was found nearest', async () => {
    const { recall } = await memory();
    const { rendered, outcome, tokens } = await recall('which files were removed?');
    expect(outcome).not.toBe('answered');
    expect(rendered).toContain('[list: no call that removes a file was found among 15 events; below is what else was found]');
    expect(tokens).toBeLessThan(250);
  });

  it('says so where nothing at all is found, too', async () => {
    const own = createMemoryRetriever();
    await own.append([{ kind: 'user_message', text: '好的', at: START }]);
    await own.project();
    const { rendered } = await own.retriever.recall({ ...ASK, queries: ['which files were removed?'] });
    expect(rendered).toContain('Nothing was found. No call that removes a file was found among 1 event.');
  });

  it.each([
    ['indexed', true],
    ['not indexed yet', false],
  ])('leaves out files of calls that were refused, by a flag or in words: %s', async (_, isProjected) => {
    const did: Did[] = [
      edit('src/quay.ts'),
      { ...edit('src/quay.ts'), result: 'Error: old_string not found' },
      { ...edit('src/crane.ts'), result: 'patch does not apply' },
      { ...edit('src/pier.ts'), result: 'locked', isError: true },
      { name: 'read', args: { path: 'docs/gone.md' }, result: 'File not found', isError: true },
      { name: 'read', args: { path: 'docs/piers.md' }, result: 'page not found' },
    ];
    const { recall } = await memory(did, isProjected);
    const answer = await recall('Which files did you edit?');
    expect(answer.hits.map(({ ordinal }) => ordinal)).toEqual([2]);
    expect(namesIn((await recall('the first files that you edited')).rendered)).toEqual(['src/quay.ts']);
    expect(namesIn((await recall('which files did you read?')).rendered)).toEqual(['docs/piers.md']);
    expect(namesIn((await recall('which files did you edit?', { scope: { kinds: ['tool_call'] } })).rendered)).toEqual(['src/quay.ts']);
  });

  it('leaves out files whose removal was refused', async () => {
    const { recall } = await memory([run('rm src/berth.ts'), { ...run('rm src/dock.ts'), result: 'Permission denied', isError: true }]);
    expect(namesIn((await recall('which files did you delete?')).rendered)).toEqual(['src/berth.ts']);
  });

  it('finds the result of the last call of a range that is read at once behind it', async () => {
    const did = Array.from({ length: 200 }, (_, at): Did => (at === 127 ? { ...edit('src/no.ts'), isError: true } : edit('src/yes.ts')));
    const { recall } = await memory(did);
    expect(namesIn((await recall('the first files that you edited')).rendered)).toEqual(['src/yes.ts']);
  });

  it('lists sessions that the scope names, however many were active since', async () => {
    const { recall, append, project, home } = await memory();
    for (let at = 0; at < 33; at++) {
      await append(calls([edit(`src/later${at}.ts`)], START + HOUR_MS * (at + 1)), { ...home, session: `later${at}` });
    }
    await project();
    const answer = await recall('which files did you edit?', { session: 'new', scope: { sessions: ['s1'] } });
    expect(namesIn(answer.rendered)).toEqual(['src/wharf.ts', 'src/quay.ts', 'src/crane.ts']);
  });

  it('goes through the sessions from the one that began first, where the first are asked for', async () => {
    const { recall, append, project, home } = await memory();
    await append(calls([edit('src/far.ts')], START + HOUR_MS), { ...home, session: 's2' });
    await project();
    const { rendered } = await recall('the first files that you edited', { session: 'new' });
    expect(namesIn(rendered)).toEqual(['src/quay.ts', 'src/crane.ts', 'src/wharf.ts', 'src/far.ts']);
  });

  it('names each file of a call that changes several, and none twice', async () => {
    const input = `*** Begin Patch\n*** Update File: src/quay.ts\n${'+a\n'.repeat(300)}*** Add File: src/pier.ts\n+b\n*** End Patch`;
    const { recall } = await memory([edit('src/pier.ts'), { name: 'apply_patch', args: { input } }, edit('src/quay.ts')]);
    const { passages } = await recall('which files did you edit?');
    expect(passages.map(({ text }) => /src\/\w+\.ts/.exec(text)?.[0])).toEqual(['src/quay.ts', 'src/pier.ts']);
  });

  it('says where there may be more', async () => {
    const { recall } = await memory(Array.from({ length: 60 }, (_, at) => edit(`src/f${at}.ts`)));
    const { rendered, passages } = await recall('which files did you edit?');
    expect(passages).toHaveLength(48);
    expect(rendered).toContain('; there may be more;');
    expect((await recall('which files did you edit?', { limit: 60 })).passages).toHaveLength(48);
    expect((await recall('which files did you edit?', { limit: 3 })).rendered).toContain('; there may be more;');
    const { recall: recallFew } = await memory(Array.from({ length: 30 }, (_, at) => edit(`src/f${at}.ts`)));
    expect((await recallFew('which files did you edit?')).rendered).not.toContain('; there may be more;');
    expect((await recallFew('which files did you edit?', { budgetTokens: 400 })).rendered).toContain('; there may be more;');
  });

  it('keeps to the scope and to what may be shown', async () => {
    const secret = {
      kind: 'tool_call',
      body: { meta: { sensitivity: ['pii'] }, call: { id: 'x', name: 'edit', arguments: '{"path":"src/pay.ts"}' } },
    };
    const { recall, append, project } = await memory();
    await append([secret as Written]);
    await project();
    const names = async (scope: object) => namesIn((await recall('which files did you edit?', { scope })).rendered);
    expect(await names({})).toContain('src/pay.ts');
    expect(await names({ excludeSensitivity: ['pii'] })).not.toContain('src/pay.ts');
    expect((await recall('which files did you edit?', { scope: { kinds: ['user_message'] } })).rendered).not.toContain('[list:');
  });

  it.each([
    ['a question for more than that', 'Which files did you edit for the harbour master?', WORK, ''],
    ['nothing of the kind was done', 'Which files did you edit?', [run('npm test', 'ok')], '[list: no call that changes a file'],
  ])('is searched for as others are where %s', async (_, query, did, line) => {
    const { rendered } = await (await memory(did)).recall(query);
    expect(rendered.includes('[list:')).toBe(line !== '');
    expect(rendered).toContain(line);
    expect(rendered).toContain('harbour master');
  });
});
