import { isOurImage, programOf, type Container } from './container.ts';

interface ComposeService {
  readonly image?: string;
  readonly command?: readonly string[] | null;
  /** Environment of the service; a list of `NAME=value` when files were merged. */
  readonly environment?: Readonly<Record<string, string>> | readonly string[];
  readonly ports?: readonly { readonly target: number; readonly host_ip?: string }[];
  readonly secrets?: readonly { readonly source: string; readonly target?: string }[];
  readonly volumes?: readonly { readonly target: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean };
}

/** A file as compose's own loader reads it, as JSON. */
export interface ComposeProject {
  readonly services: Readonly<Record<string, ComposeService>>;
}

/** Returns the containers of our image. */
export function composeContainers({ services }: ComposeProject, image: Readonly<Record<string, string>>): Container[] {
  return Object.entries(services).flatMap(([name, service]) =>
    service.image !== undefined && isOurImage(service.image)
      ? [
          {
            name,
            program: programOf(service.command ?? undefined),
            env: { ...image, ...variablesOf(service.environment) },
            mounts: [
              ...(service.secrets ?? []).map(({ source, target }) => target ?? `/run/secrets/${source}`),
              ...(service.volumes ?? []).map(({ target }) => target),
            ],
          },
        ]
      : [],
  );
}

/**
 * Finds ports that are published beyond loopback or on which nothing listens, and dependencies on the health of
 * services without a check.
 */
export function composeProblems({ services }: ComposeProject): string[] {
  return Object.entries(services).flatMap(([name, { ports = [], depends_on = {} }]) => [
    ...ports.filter(({ host_ip }) => host_ip !== '127.0.0.1').map(({ target }) => `${name} publishes ${target} beyond loopback.`),
    ...Object.entries(depends_on).flatMap(([other, { condition }]) => {
      const waited = services[other];
      if (condition !== 'service_healthy' || waited === undefined) return [];
      const tells = waited.healthcheck ? waited.healthcheck.disable !== true : isOurImage(waited.image ?? '');
      return tells ? [] : [`${name} waits for the health of ${other}, which has no check.`];
    }),
  ]);
}

function variablesOf(environment: ComposeService['environment'] = {}): Readonly<Record<string, string>> {
  if (!Array.isArray(environment)) return environment as Readonly<Record<string, string>>;
  return Object.fromEntries((environment as readonly string[]).map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}
