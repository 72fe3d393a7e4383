import { describe, expect, it } from 'vitest';
import {
  chartVersions,
  datedChangelog,
  pythonVersion,
  releaseProblems,
  repositoryAt,
  repositoryProblems,
  unreleased,
  withChartVersion,
  withPythonVersion,
  withRepository,
  withVersion,
} from './release-plan.ts';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n';

describe('a release', () => {
  it('follows the version before it by one step', () => {
    for (const next of ['0.1.4', '0.2.0', '1.0.0', '0.1.3']) expect(releaseProblems(next, '0.1.3', CHANGELOG)).toEqual([]);
    for (const wrong of ['0.1.5', '0.2.1', '1.1.0', '0.1.2', '0.0.0']) expect(releaseProblems(wrong, '0.1.3', CHANGELOG)).toHaveLength(1);
    expect(releaseProblems('next', '0.1.3', CHANGELOG)).toEqual(['next is no version: three numbers, as in 0.2.0.']);
  });

  it('needs an entry in the changelog, which then gets its version and date', () => {
    expect(unreleased(CHANGELOG)).toBe('- Something new.');
    const dated = datedChangelog(CHANGELOG, '0.2.0', '2026-02-03');
    expect(dated).toContain('## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- Something new.');
    expect(unreleased(dated)).toBe('');
    expect(releaseProblems('0.2.0', '0.1.0', dated)).toEqual(['CHANGELOG.md has no entry under "Unreleased".']);
  });

  it('raises the Python package, and nothing else in its file', () => {
    const pyproject = '[build-system]\nversion = "1"\n\n[project]\nname = "a"\nversion = "0.1.0"\n\n[tool.x]\nversion = "3"\n';
    expect(pythonVersion(pyproject)).toBe('0.1.0');
    expect(withPythonVersion(pyproject, '0.2.0')).toBe(pyproject.replace('0.1.0', '0.2.0'));
  });

  it('raises the Helm chart and what it installs, and no version of its format', () => {
    const chart = "apiVersion: v2\nname: a\nversion: 0.1.0\nappVersion: 0.1.0\nkubeVersion: '>=0.1.0'\n";
    expect(chartVersions(chart)).toEqual(['0.1.0', '0.1.0']);
    expect(withChartVersion(chart, '0.2.0')).toBe("apiVersion: v2\nname: a\nversion: 0.2.0\nappVersion: 0.2.0\nkubeVersion: '>=0.1.0'\n");
  });

  it('raises the packages of ours that a manifest names, and no others', () => {
    const manifest = { name: 'a', version: '0.1.0', dependencies: { b: '0.1.0', zod: '0.1.0' }, devDependencies: { b: '0.1.0' } };
    expect(withVersion(manifest, '0.2.0', new Set(['a', 'b']))).toEqual({
      name: 'a',
      version: '0.2.0',
      dependencies: { b: '0.2.0', zod: '0.1.0' },
      devDependencies: { b: '0.2.0' },
    });
  });

  it('needs the address of a public repository, which provenance attests', () => {
    for (const address of [
      'https://example.org/own/a',
      'https://example.org/own/a.git',
      'https://example.org/own/a/',
      'git+https://example.org/own/a.git',
    ]) {
      expect(repositoryAt(address)).toEqual({ type: 'git', url: 'git+https://example.org/own/a.git' });
      expect(repositoryProblems(repositoryAt(address))).toEqual([]);
    }
    expect(repositoryProblems(undefined)).toEqual([expect.stringContaining('--repository https://')]);
    for (const address of [
      'git@example.org:own/a',
      'ssh://git@example.org/own/a',
      'https://key@example.org/own/a',
      '/own/a',
      'https://example.org',
    ])
      expect(repositoryProblems(repositoryAt(address)), address).toHaveLength(1);
  });

  it('says of what is published where it comes from, and of nothing else', () => {
    const manifest = { name: 'a', version: '0.1.0', publishConfig: { provenance: true } };
    const repository = { type: 'git', url: 'git+https://example.org/a.git' };
    expect(withRepository(manifest, repository, 'libs/a')).toEqual({ ...manifest, repository: { ...repository, directory: 'libs/a' } });
    const inner = { name: 'b', version: '0.1.0' };
    expect(withRepository(inner, repository, 'libs/b')).toEqual(inner);
  });
});
