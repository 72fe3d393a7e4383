import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTE_IDS } from '../http/routes.ts';
import { publicService, rpcOfRoute } from './public-service.ts';
import { renderProto } from './render-proto.ts';

const FILE = new URL('../../proto/totalrecall/v1/total_recall.proto', import.meta.url);
const committed = readFileSync(FILE, 'utf8');

describe('total_recall.proto', () => {
  it('is what the routes and their schemas say (npm run docs:proto)', () => {
    expect(renderProto(committed)).toBe(committed);
  });

  it('has one rpc for every route', () => {
    const rpcs = publicService().rpcs.flatMap(({ routeId, name }) => (routeId === undefined ? [] : [[routeId, name]]));
    expect(rpcs).toEqual(ROUTE_IDS.map((id) => [id, rpcOfRoute(id)]));
    for (const [, name] of rpcs) expect(committed).toContain(`rpc ${name}(`);
  });

  it('keeps the numbers of fields that stay, and never gives away those of fields that went', () => {
    const before = committed
      .replace('optional string mime = 1;', 'optional string mime = 41;\n  optional string gone = 40;')
      .replace('message ToolCall {', 'message ToolCall {\n  reserved 90;');
    const after = renderProto(before);
    expect(after).toContain('message Attachment {\n  reserved 40;\n  optional string mime = 41;');
    expect(after).toContain('message ToolCall {\n  reserved 90;');
    expect(renderProto(after)).toBe(after);
    expect(renderProto(committed.replace('  optional string title = 3;\n', ''))).toContain('optional string title = 5;');
  });
});
