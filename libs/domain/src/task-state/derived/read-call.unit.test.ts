import { expect, it } from 'vitest';
import { readCall } from './read-call.ts';

const call = (args: object, name = 'run') => readCall({ id: 'c', name, arguments: JSON.stringify(args) });

it('a command is one paragraph of several words; a text with an empty line is content', () => {
  expect(call({ input: 'rm -r build' }).isChange).toBe(true);
  expect(call({ input: 'The notes say:\n\nrm -r build' }).isChange).toBe(false);
});

it('knows the files that a command writes, whatever stands in what it writes', () => {
  const keel = "cat <<'EOF' > hull/keel.py\nimport mast\n\n\ndef set_sail():\n    return 'rig/boom.py'\nEOF";
  expect(call({ command: keel })).toMatchObject({ paths: ['hull/keel.py'], isChange: true, isSearch: false });
  expect(call({ command: `mkdir -p hull\n${keel}\ncat > hull/mast.py <<-END\nEND\npytest hull/keel.py` }).paths).toEqual([
    'hull/keel.py',
    'hull/mast.py',
  ]);
  expect(call({ text: `Run this:\n\n${keel}` }).paths).toEqual([]);
});

it('finds the files of a command in its paths, without the content beside it', () => {
  expect(call({ input: 'head src/keel/plan.ts' }).paths).toEqual(['src/keel/plan.ts']);
  expect(call({ text: 'First.\n\nThen src/keel/plan.ts.' }).paths).toEqual([]);
});
