// `npm run check:manifests`: checks the Dockerfile, the compose files and the Kubernetes manifests with a tool of their
// ecosystem each, then that the settings in them are those that our programs read.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { arrowProblems } from './manifests/architecture.ts';
import { composeContainers, composeProblems, type ComposeProject } from './manifests/compose.ts';
import { containerProblems, imageEnv, roleProblems } from './manifests/container.ts';
import { kubernetesContainers, workloadsOf, type KubernetesObject } from './manifests/kubernetes.ts';
import { kubernetesProblems } from './manifests/kubernetes-problems.ts';
import { networkArrows } from './manifests/network-arrows.ts';
import { chartDifferences, unseenValues, type ChartValues } from './manifests/helm-chart.ts';
import { COMPOSE, CUSTOM_RESOURCES, HELM, KUBECTL_VALIDATE, KUSTOMIZE } from './manifests/manifest-tools.ts';
import { prometheusRule } from './manifests/prometheus-rule.ts';
import { analyzeUnit, unitProblems } from './manifests/systemd-unit.ts';
import { buildGoTool, type GoTool } from './servers/build-go-tool.ts';
import { fetchGoModuleFiles } from './servers/fetch-go-module-files.ts';
import { exists, MissingTool, run } from './servers/server-host.ts';

const NAMESPACE = 'total-recall';
const CHART = 'k8s/helm/total-recall';
/** Gives each value of the chart, each as a text that stands nowhere else. */
const EVERY_VALUE = 'every-value.yaml';
/** A Helm that Go builds takes itself for an old one, which the chart refuses. */
const KUBE_VERSION = ['--kube-version', '1.34.0'];
/** Sets of files that are given to compose together. */
const COMPOSE_FILES = [['compose.yaml'], ['compose.cluster.yaml'], ['compose.cluster.yaml', 'compose.small.yaml']];

const root = fileURLToPath(new URL('..', import.meta.url));
const dockerfile = await readFile(join(root, 'infra/docker/Dockerfile'), 'utf8');
const image = imageEnv(dockerfile);
const tool = (wanted: GoTool): Promise<string> => buildGoTool(wanted, true, (text) => console.log(`- ${text}`));

await check('Dockerfile', async () => validate(dockerfile).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`));
for (const files of COMPOSE_FILES) await check(files.join(' with '), () => composeFileProblems(files));
await check('alerts for the Prometheus operator', async () => {
  const [rules, wrapped] = await Promise.all(
    ['infra/prometheus/alerts.yml', 'k8s/components/prometheus-operator/alerts.yaml'].map((file) => readFile(join(root, file), 'utf8')),
  );
  return prometheusRule(rules!) === wrapped ? [] : ['They are not those of infra/prometheus/alerts.yml. Run: npm run dashboards'];
});
await check('dashboards for Kubernetes', async () => {
  const listed = await readFile(join(root, 'infra/grafana/kustomization.yaml'), 'utf8');
  const dashboards = await readdir(join(root, 'infra/grafana/dashboards'));
  return dashboards
    .filter((file) => !listed.includes(`[dashboards/${file}]`))
    .map((file) => `infra/grafana/kustomization.yaml leaves out ${file}.`);
});
await check('systemd unit', async () => {
  const unit = await readFile(join(root, 'infra/systemd/total-recall.service'), 'utf8');
  await analyzeUnit(unit);
  return unitProblems(unit);
});
for (const overlay of await readdir(join(root, 'k8s/overlays')))
  await check(`Kubernetes, ${overlay}`, async () => objectProblems(await kustomized(`k8s/overlays/${overlay}`)));
await check('Helm chart, its default values and k8s/standalone', () => chartProblems('k8s/standalone'));
for (const values of await readdir(join(root, 'k8s/helm/values'))) {
  const overlay = `k8s/overlays/${basename(values, '.yaml')}`;
  const isThere = await exists(join(root, overlay));
  await check(`Helm chart, ${values}${isThere ? ` and ${overlay}` : ''}`, () => chartProblems(isThere ? overlay : undefined, values));
}
await check('Helm chart, settings that it refuses', async () => {
  const problems = await Promise.all(['OPS_PORT=9000', 'DATA_DIR=/elsewhere', 'PROXY_PORT=8424', 'GRPC_PORT=8422'].map(refusalProblem));
  return problems.filter((problem) => problem !== undefined);
});

await check('Helm chart, ports that its settings lead to', async () => {
  const settings = {
    HTTPS_PROXY: 'http://proxy:3128',
    TOTAL_RECALL_TRACES_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector',
    TOTAL_RECALL_LLM_URL: 'http://models:8000/v1',
    TOTAL_RECALL_EMBEDDER_URL: 'https://[::1]:8001/v1',
    TOTAL_RECALL_MODEL_HUB_URL: 'https://hub',
    TOTAL_RECALL_MODEL_MAVEN_URL: 'https://maven:8081',
    TOTAL_RECALL_PROXY_OPENAI_URL: 'https://vendor:8443',
    TOTAL_RECALL_PROXY_ANTHROPIC_URL: 'http://other:8080',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['--set-string', `settings.${name}=${value}`]);
  const { stdout } = await run(await tool(HELM), ['template', NAMESPACE, CHART, ...KUBE_VERSION, ...given], { cwd: root });
  const policy = objectsOf(stdout).find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'standalone');
  const open = ((policy?.spec.egress ?? []) as { ports: { port: number }[] }[]).flatMap(({ ports }) => ports.map(({ port }) => port));
  const wanted = [53, 80, 443, 3128, 4318, 8000, 8001, 8080, 8081, 8443];
  return wanted.filter((port) => !open.includes(port)).map((port) => `The network policy does not let it out to port ${port}.`);
});

/** Says that the chart takes a setting that its probes, services or volume do not follow. */
async function refusalProblem(setting: string): Promise<string | undefined> {
  const args = ['template', NAMESPACE, CHART, ...KUBE_VERSION, '--set', `settings.TOTAL_RECALL_${setting}`];
  const refused = await run(await tool(HELM), args, { cwd: root }).then(
    () => false,
    ({ stderr }: { readonly stderr?: string }) => stderr?.includes(`settings.TOTAL_RECALL_${setting.split('=')[0]!}`) ?? false,
  );
  return refused ? undefined : `It takes TOTAL_RECALL_${setting}.`;
}

async function composeFileProblems(files: readonly string[]): Promise<string[]> {
  const { stdout } = await run(await tool(COMPOSE), ['-format', 'json', ...files], { cwd: join(root, 'infra'), maxBuffer: 1 << 24 });
  const project = JSON.parse(stdout) as ComposeProject;
  const containers = composeContainers(project, image);
  return [...containers.flatMap(containerProblems), ...roleProblems(containers), ...composeProblems(project)];
}

async function kustomized(folder: string): Promise<string> {
  return (await run(await tool(KUSTOMIZE), ['build', folder], { cwd: root, maxBuffer: 1 << 24 })).stdout;
}

/** Checks what the chart makes of some values, and that it is what kustomize builds from a folder. */
async function chartProblems(folder: string | undefined, values?: string): Promise<string[]> {
  const helm = await tool(HELM);
  const given = values === undefined ? [] : ['--values', `k8s/helm/values/${values}`];
  await run(helm, ['lint', '--strict', CHART, ...KUBE_VERSION, ...given], { cwd: root });
  const { stdout } = await run(helm, ['template', NAMESPACE, CHART, '--namespace', NAMESPACE, ...KUBE_VERSION, ...given], { cwd: root });
  const { appVersion } = await parsed<{ appVersion: string }>(`${CHART}/Chart.yaml`);
  const objects = objectsOf(stdout);
  const differences = folder === undefined ? [] : chartDifferences(objectsOf(await kustomized(folder)), objects, appVersion);
  const unseen =
    values === EVERY_VALUE
      ? unseenValues(await parsed<ChartValues>(`k8s/helm/values/${values}`), await parsed<ChartValues>(`${CHART}/values.yaml`), objects)
      : [];
  return [...differences, ...unseen, ...(await objectProblems(stdout))];
}

async function parsed<T>(file: string): Promise<T> {
  return parse(await readFile(join(root, file), 'utf8')) as T;
}

async function objectProblems(yaml: string): Promise<string[]> {
  const validator = await tool(KUBECTL_VALIDATE);
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-manifests-'));
  try {
    const built = join(folder, 'objects.yaml');
    await writeFile(built, yaml);
    const schemas = join(folder, 'schemas');
    for (const files of CUSTOM_RESOURCES) await cp(await fetchGoModuleFiles(files), schemas, { recursive: true });
    await run(validator, ['--local-crds', schemas, built]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const objects = objectsOf(yaml);
  const names = new Set(workloadsOf(objects).map(({ name }) => name));
  const containers = kubernetesContainers(objects, image);
  return [
    ...containers.flatMap(containerProblems),
    ...roleProblems(containers),
    ...kubernetesProblems(objects),
    ...arrowProblems(networkArrows(objects, NAMESPACE), names),
  ];
}

/** Returns the objects of a stream of documents; one that holds a comment alone is none. */
function objectsOf(yaml: string): KubernetesObject[] {
  return parseAllDocuments(yaml).flatMap((document) => (document.toJS() as KubernetesObject | null) ?? []);
}

/** Runs a check, which returns its problems or throws, and prints the result. */
async function check(what: string, how: () => Promise<string[]>): Promise<void> {
  try {
    const problems = await how();
    if (problems.length > 0) throw new Error(`\n${problems.join('\n')}`);
    console.log(`${what}: ok`);
  } catch (error) {
    const mayMiss = error instanceof MissingTool && process.env['REQUIRE_REAL_BACKENDS'] !== '1';
    const { message, stdout = '', stderr = '' } = error as { message: string; stdout?: string; stderr?: string };
    console.error(`${what}: ${mayMiss ? 'NOT CHECKED' : 'FAILED'}: ${[message, stdout, stderr].filter((text) => text !== '').join('\n')}`);
    if (!mayMiss) process.exitCode = 1;
  }
}
