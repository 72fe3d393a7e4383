import { describe, expect, it } from 'vitest';
import { admitRequest, type AdmissionRules } from './admit-request.ts';

const RULES: AdmissionRules = { hosts: ['memory.example'], origins: ['app.example'], space: 'main', apiKey: 'tr_own' };
const admit = (url: string, headers: Record<string, string> = {}, rules: AdmissionRules = RULES) =>
  admitRequest({ url, headers: { host: '127.0.0.1:8423', ...headers } }, rules);

describe('a request over HTTP', () => {
  it.each([
    ['/mcp', {}, 'tr_own', 'main'],
    ['/mcp/', {}, 'tr_own', 'main'],
    ['/mcp/work?x=1', {}, 'tr_own', 'work'],
    ['/mcp', { authorization: 'Bearer tr_theirs' }, 'tr_theirs', 'main'],
    ['/mcp', { host: 'localhost' }, 'tr_own', 'main'],
    ['/mcp', { host: '[::1]:8423', origin: 'http://localhost:3000' }, 'tr_own', 'main'],
    ['/mcp', { host: 'memory.example', origin: 'https://app.example', authorization: 'Bearer tr_theirs' }, 'tr_theirs', 'main'],
  ])('%s with %j is served with its key and space', (url, headers, apiKey, space) => {
    expect(admit(url, headers)).toEqual({ kind: 'admitted', apiKey, space });
  });

  it.each([
    ['/mcp', { host: 'evil.example' }, 403],
    ['/mcp', { host: '' }, 403],
    ['/mcp', { origin: 'https://evil.example' }, 403],
    ['/mcp', { origin: 'null' }, 403],
    ['/other', {}, 404],
    ['/mcp/a/b', {}, 404],
    ['/mcp/..%2f', {}, 404],
    ['/mcp', { authorization: 'Basic dXNlcg==' }, 401],
    ['/mcp', { authorization: '' }, 401],
    ['/mcp', { host: 'memory.example' }, 401],
    ['/mcp', { host: 'memory.example', 'x-forwarded-host': 'localhost' }, 401],
  ])('%s with %j is refused', (url, headers, status) => {
    expect(admit(url, headers)).toMatchObject({ kind: 'refused', status });
  });

  it('needs a key of its own where the server has none', () => {
    const { apiKey: _none, ...keyless } = RULES;
    expect(admit('/mcp', {}, keyless)).toMatchObject({ kind: 'refused', status: 401, code: 'unauthenticated' });
    expect(admit('/mcp', { authorization: 'bearer tr_theirs' }, keyless)).toMatchObject({ kind: 'admitted', apiKey: 'tr_theirs' });
  });

  it('from another host is refused before its key is looked at', () => {
    expect(admit('/mcp', { host: 'evil.example', authorization: 'Bearer tr_theirs' })).toMatchObject({ kind: 'refused', status: 403 });
  });
});
