import { createQueries } from '../service/traffic.ts';
import { SPACE, sessionPath } from './fleet.ts';
import type { OpenFleet } from './open-fleet.ts';

const SYSTEM = 'You are a careful engineer in a team of others.';

/** Times windows of sessions, cycling through the tenants, one after the other. In milliseconds. */
export async function timeWindows({ caller, fleet }: OpenFleet, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const { apiKey, appends } = fleet[call % fleet.length]!;
    const session = sessionPath((call * 37) % Math.max(1, appends.length >> 1));
    times.push((await caller.post(`${session}/window`, apiKey, JSON.stringify({ blocks: { system: SYSTEM } }))).ms);
  }
  return times;
}

/** Times recalls, cycling through the tenants, one after the other. Half of the queries contain an exact string. */
export async function timeRecalls({ caller, fleet }: OpenFleet, calls: number, seed: number): Promise<number[]> {
  const queries = fleet.map(({ texts }, at) => createQueries(seed + at, texts));
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const at = call % fleet.length;
    const body = JSON.stringify({ query: queries[at]!().slice(0, 500) });
    times.push((await caller.post(`/v1/spaces/${SPACE}/recall`, fleet[at]!.apiKey, body)).ms);
  }
  return times;
}
