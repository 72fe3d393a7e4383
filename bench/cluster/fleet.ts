import type { HttpCaller } from './http-caller.ts';
import { toWire } from '../service/wire-event.ts';
import { createTraffic } from '../service/traffic.ts';

/** One append as an agent makes it. */
export interface PreparedAppend {
  readonly events: number;
  readonly body: Buffer;
  /** The same append, answered only when it is searchable. */
  readonly waiting: Buffer;
}

/** A tenant of the fleet, with one agent that goes from session to session. */
export interface FleetTenant {
  readonly id: string;
  readonly apiKey: string;
  readonly appends: readonly PreparedAppend[];
  /** Texts of its events, used in queries. */
  readonly texts: readonly string[];
}

export const SPACE = 'work';
export const EVENTS_AN_APPEND = 8;
/** Appends of one session, about a thousand events. */
const APPENDS_A_SESSION = 128;

/** Creates tenants with a key each, and generates all their appends before anything is measured. */
export async function makeFleet(
  caller: HttpCaller,
  operatorKey: string,
  wanted: { readonly tenants: number; readonly events: number; readonly seed: number },
): Promise<FleetTenant[]> {
  const fleet: FleetTenant[] = [];
  for (let at = 0; at < wanted.tenants; at++) {
    const id = `tenant-${at}`;
    const { body } = await caller.post('/v1/admin/tenants', operatorKey, JSON.stringify({ id, name: id }));
    const { apiKey } = JSON.parse(body) as { apiKey: string };
    fleet.push({ id, apiKey, ...prepare(wanted.seed, at, Math.ceil(wanted.events / wanted.tenants)) });
  }
  return fleet;
}

function prepare(seed: number, writer: number, events: number): Pick<FleetTenant, 'appends' | 'texts'> {
  const traffic = createTraffic(seed, writer);
  const waiting = [];
  const appends: PreparedAppend[] = [];
  const texts: string[] = [];
  for (let made = 0; made < events; made += EVENTS_AN_APPEND) {
    while (waiting.length < EVENTS_AN_APPEND) waiting.push(...traffic.next().events.filter(({ attachments }) => attachments === undefined));
    const own = waiting.splice(0, EVENTS_AN_APPEND);
    const wire = own.map(toWire);
    for (const { text } of own) if (text !== undefined && text.length > 40 && texts.length < 400) texts.push(text);
    const body = JSON.stringify({ events: wire });
    appends.push({
      events: own.length,
      body: Buffer.from(body),
      waiting: Buffer.from(JSON.stringify({ events: wire, wait: 'searchable' })),
    });
  }
  return { appends, texts };
}

/** Returns the path of the append with this number. */
export function sessionPath(append: number): string {
  return `/v1/spaces/${SPACE}/sessions/${sessionName(append)}`;
}

export function sessionName(append: number): string {
  return `s${Math.floor(append / APPENDS_A_SESSION)}`;
}
