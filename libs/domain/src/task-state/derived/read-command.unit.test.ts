import { describe, expect, it } from 'vitest';
import { changesFiles, onlySearches, pathsChanged, pathsInCommand } from './read-command.ts';

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
    ['a folder in a variable', 'cp $BOAT/rig/a.ts "${YARD}/b.ts"', ['$BOAT/rig/a.ts', '$YARD/b.ts']],
    ['none where a command tells the folder', 'cat $(npm root -g)/rig/a.ts `pwd`/rig/b.ts "$(pwd)"/c/d.ts', []],
    ['the folder at hand', 'head -n 5 keel.ts mast.test.ts', ['keel.ts', 'mast.test.ts']],
    ['what output goes into', 'make all > build.log', ['build.log']],
    ['no modules, packages and hosts', 'python -m http.server && pip install zope.interface && ping example.com', []],
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

describe('the paths that a command changes', () => {
  it.each([
    ["awk '$3 > 5' data/x.csv", []],
    ["jq '.[] | select(.n > 3)' data/x.json", []],
    ['awk "\\$3 > 5" data/x.csv', []],
    ["grep -rn 'rm -r' hull/keel.py", []],
    ["awk '$3 > 5' data/x.csv > out/y.csv", ['out/y.csv']],
    ['echo 1 > "out/y.csv"', ['out/y.csv']],
    [`bash -lc "sed -i 's/a/b/' hull/keel.py"`, ['hull/keel.py']],
    ['tee out/y.csv < data/x.csv', ['out/y.csv']],
    ["sed -E -i 's/a/b/' keel.py", ['keel.py']],
    ["sed -n '1,5p' keel.py | grep -i mast", []],
    ["perl -pi -e 's/a/b/' hull/keel.pl", ['hull/keel.pl']],
    ["perl -Mstrict -ne 'print' hull/keel.pl", []],
    ['cat mast.py > keel.py', ['keel.py']],
    ['git checkout -- hull/keel.py', ['hull/keel.py']],
    ['touch hull/keel.py', ['hull/keel.py']],
    ['cp mast.py keel.py 2>/dev/null', ['keel.py']],
  ])('are not what it only reads: %s', (command, paths) => {
    expect(pathsChanged(command)).toEqual(paths);
    expect(changesFiles(command)).toBe(paths.length > 0);
  });

  it.each([
    ['git apply fixes/a.patch', []],
    ['git apply --3way "fixes/a.patch" fixes/b.txt', []],
    ['patch -p1 < fixes/a.patch', []],
    ['patch -p1 <"fixes/a.patch"', []],
    ['patch -p1 -i fixes/a.txt', []],
    ['patch hull/keel.py fixes/a.diff', ['hull/keel.py']],
    ['patch -p1 < fixes/a.patch > out/log.txt', ['out/log.txt']],
    ['rm fixes/a.patch', ['fixes/a.patch']],
  ])('are not the patch: %s', (command, paths) => {
    expect(pathsChanged(command)).toEqual(paths);
    expect(changesFiles(command)).toBe(true);
  });
});
