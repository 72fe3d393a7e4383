import { TotalRecallApiError, TotalRecallConnectionError } from '@total-recall/client';
import { expect, it } from 'vitest';
import { describeFailure, renderFailure } from './describe-failure.ts';

const URL = 'http://127.0.0.1:8420';
const problem = (code: TotalRecallApiError['code'], status: number, errors: { path: string; message: string }[] = [], more = {}) =>
  new TotalRecallApiError({ type: '', title: '', status, code, detail: 'It is so.', instance: 'r1', errors, retryable: false, ...more }, 1);

it.each([
  [
    problem('unauthenticated', 401),
    /^unauthenticated: It is so\.\nCalling again does not help\..*TOTAL_RECALL_API_KEY.*the header Authorization/,
  ],
  [problem('invalid_name', 400), /^invalid_name: It is so\.\nCorrect the arguments/],
  [
    problem('invalid_request', 400, [{ path: 'body.limit', message: 'is too large' }]),
    /^invalid_request: It is so\. \(limit: is too large\)\n/,
  ],
  [
    problem('invalid_request', 400, [{ path: 'path.markerId', message: 'is none' }], { detail: 'path.markerId: is none' }),
    /^invalid_request: marker: is none\.\n/,
  ],
  [problem('not_found', 404), /^not_found: It is so\.\nUse a name that recall/],
  [problem('not_found', 404, [], { details: { problem: 'no_such_path' } }), /\nCalling again does not help\..*TOTAL_RECALL_URL.*8420/],
  [
    problem('unauthenticated', 401, [], { details: { problem: 'no_problem_document' } }),
    /\nCalling again does not help\..*TOTAL_RECALL_URL/,
  ],
  [
    problem('not_found', 404, [], { details: { problem: 'another_api' }, detail: 'Is the URL that of the memory service, without /v1?' }),
    /without \/v1\?\nCalling again does not help\. A person has to set TOTAL_RECALL_URL for this MCP server; it is .*8420\.$/,
  ],
  [problem('unavailable', 503, [], { details: { problem: 'no_problem_document' }, retryable: true }), /\nCall again in a few seconds/],
  [problem('recall_not_granted', 403), /\nCalling again does not help, whatever the arguments/],
  [problem('pull_limit', 422), /\nCalling recall or open again in this turn does not help/],
  [problem('unsupported_media_type', 415), /\nNo tool returns its bytes\./],
  [problem('quota_exceeded', 429), /\nCalling again does not help now\. What is stored can still be read/],
  [problem('not_implemented', 501), /\nCalling again does not help: this service cannot do it/],
  [problem('invalid_request', 400, [], { details: { pullMaxTokens: 64 } }), /^invalid_request: It is so\.\nCalling again does not help\./],
  [problem('internal', 500), /^internal: It is so\.\nCall again in a few seconds/],
  [new TotalRecallConnectionError(URL, 3, new Error('refused')), /^no_answer: .*8420 does not answer\.\n.*total-recall serve/],
])('a failed call has its code and what to do', (error, expected) => {
  expect(renderFailure(describeFailure(error, URL))).toMatch(expected);
});

it('an unexpected error shows nothing of what it holds', () => {
  expect(renderFailure(describeFailure(new Error('the words of a user'), URL))).not.toContain('the words of a user');
});
