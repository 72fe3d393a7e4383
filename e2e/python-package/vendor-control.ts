import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { scriptedModel, type ScriptedAnswer } from '../agent-loops/scripted-model.ts';
import type { VendorServer } from '../agent-loops/vendor-server.ts';

export interface VendorControl {
  readonly url: string;
  close(): Promise<void>;
}

/** Lets programs of other languages use a server of the vendors: POST sets its next answers, GET says what came since. */
export async function openVendorControl(vendor: VendorServer): Promise<VendorControl> {
  let earlier = 0;
  const server = createServer((request, response) => {
    const act = async (): Promise<void> => {
      if (request.method === 'POST') {
        vendor.script(scriptedModel((await json(request)) as ScriptedAnswer[]));
        earlier = vendor.refused.length;
      }
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ requests: vendor.requests, refused: vendor.refused.slice(earlier) }));
    };
    void act().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
