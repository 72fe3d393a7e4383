import { reasonText } from '../errors.ts';

/** State of one part of the service. */
export interface Health {
  readonly ready: boolean;
  /** Text for people: what it waits for, or what is wrong. Never a secret. */
  readonly detail?: string;
  /** True if it works, except for what `detail` names. */
  readonly isDegraded?: boolean;
}

/** A part with a life cycle: stores, projectors, servers. */
export interface Component {
  readonly name: string;
  start?(): Promise<void>;
  /** Ends what runs and frees what is held. Called once, and also after a start that failed. */
  stop?(): Promise<void>;
  health?(): Health | Promise<Health>;
}

export interface AggregateHealth {
  readonly ready: boolean;
  /** True if any ready part is degraded. */
  readonly isDegraded: boolean;
  readonly components: Readonly<Record<string, Health>>;
}

/** Combines the health of components: ready if all are. A check that throws counts as not ready. */
export async function aggregateHealth(components: readonly Component[]): Promise<AggregateHealth> {
  const entries = await Promise.all(components.map(async (component) => [component.name, await healthOf(component)] as const));
  return {
    ready: entries.every(([, health]) => health.ready),
    isDegraded: entries.some(([, health]) => health.isDegraded === true),
    components: Object.fromEntries(entries),
  };
}

async function healthOf(component: Component): Promise<Health> {
  try {
    return (await component.health?.()) ?? { ready: true };
  } catch (error) {
    return { ready: false, detail: reasonText(error) };
  }
}
