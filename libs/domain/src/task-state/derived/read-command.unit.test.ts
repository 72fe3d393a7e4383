import { describe, expect, it } from 'vitest';
import { onlySearches, pathsInCommand } from './read-command.ts';

describe('the paths of a command', () => {
  it.each([
    ['a script that substitutes', "sed -i 's/winch.set/crane.set/g' src/keel/plan.py", ['src/keel/plan.py']],
    ['several scripts', `sed -i -e 's/a.b/c.d/' -e "12,14s|/x/y.z|/q/r.s|" hull/deck.py`, ['hull/deck.py']],
    ['a script behind an address', "sed -n '/keel.py/,/deck.py/p' hull/deck.py", ['hull/deck.py']],
    ['a one-line program', "perl -pi -e 's/old.name/new.name/' lib/sail.pm", ['lib/sail.pm']],
    ['lines of a file', `sed -n '10,20p' hull/deck.py && sed '/mast.py/d' "hull/keel.py"`, ['hull/deck.py', 'hull/keel.py']],
    [
      'quoted paths',
      `cat "src/keel/plan.py" '/srv/rig/a.py' '/srv/s/b.py' "3d/keel.obj"`,
      ['src/keel/plan.py', '/srv/rig/a.py', '/srv/s/b.py', '3d/keel.obj'],
    ],
    ['the folder of the command', './tests/run.py && ./tests/run.py', ['tests/run.py', 'tests/run.py']],
    ['the home', 'cp src/a/b.json ~/.boat/themes/b.json', ['src/a/b.json', '~/.boat/themes/b.json']],
    ['a hidden folder', 'cat .boat/hooks/a.json', ['.boat/hooks/a.json']],
    ['the folder above', 'cat ../rig/mast.ts', ['../rig/mast.ts']],
    ['the root', 'cat /srv/rig/mast.ts', ['/srv/rig/mast.ts']],
  ])('are as they are written: %s', (_name, command, paths) => {
    expect(pathsInCommand(command)).toEqual(paths);
  });
});

describe('a command that only searches', () => {
  it.each([
    ['grep "winch|crane" src/keel.py', true],
    ['cd src && grep -rn "winch" . 2>/dev/null', true],
    ['find src -name "*.py" | grep keel', true],
    ['git diff --quiet', true],
    ['which pytest', true],
    ['pytest keel.py | grep FAILED', false],
    ['grep winch keel.py && npm test', false],
    ['npm test > out.txt 2>&1; cat out.txt', false],
    ['sed -i s/a/b/ keel.py && grep b keel.py', false],
    ['grep winch keel.py > found.txt', false],
    ['greppy winch', false],
    ['', false],
  ])('%s', (command, searches) => {
    expect(onlySearches(command)).toBe(searches);
  });
});
