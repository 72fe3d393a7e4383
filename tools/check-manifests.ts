// `npm run check:manifests`: the Dockerfile, the compose file and the Kubernetes manifests, each by a tool of its own ecosystem.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { buildGoTool, type GoTool } from './servers/build-go-tool.ts';
import { MissingTool, run } from './servers/server-host.ts';

const KUSTOMIZE: GoTool = {
  name: 'kustomize',
  module: 'sigs.k8s.io/kustomize/kustomize/v5',
  version: 'v5.7.1',
  hash: 'h1:sYJsarwy/SDJfjjLMUqwFDGPwzUtMOQ1i1Ed49+XSbw=',
};
/** The schemas of Kubernetes itself come with it; unknown fields are errors. */
const KUBECTL_VALIDATE: GoTool = {
  name: 'kubectl-validate',
  module: 'sigs.k8s.io/kubectl-validate',
  version: 'v0.0.4',
  hash: 'h1:tGKuv0awYHn11Cb6KPsZKxUmHgavF46K3NvVH0Nse9U=',
};
/** The loader that docker compose is made of. */
const COMPOSE: GoTool = {
  name: 'compose-go',
  module: 'github.com/compose-spec/compose-go/v2',
  version: 'v2.16.2',
  folder: 'cmd',
  hash: 'h1:pTp1DqQwJzFd85GzlWsSszKA1ABrV/ySqsClujIcWA8=',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const tool = (wanted: GoTool): Promise<string> => buildGoTool(wanted, true, (text) => console.log(`- ${text}`));

await check('Dockerfile', async () => {
  const problems = validate(await readFile(join(root, 'infra/docker/Dockerfile'), 'utf8'));
  if (problems.length > 0) throw new Error(problems.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`).join('\n'));
});
await check('compose file', async () => {
  await run(await tool(COMPOSE), ['infra/compose.yaml'], { cwd: root });
});
for (const overlay of await readdir(join(root, 'k8s/overlays'))) await check(`Kubernetes, ${overlay}`, () => checkOverlay(overlay));

async function checkOverlay(overlay: string): Promise<void> {
  const [kustomize, validate] = [await tool(KUSTOMIZE), await tool(KUBECTL_VALIDATE)];
  const { stdout } = await run(kustomize, ['build', `k8s/overlays/${overlay}`], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-manifests-'));
  try {
    const built = join(folder, `${overlay}.yaml`);
    await writeFile(built, stdout);
    await run(validate, [built]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function check(what: string, how: () => Promise<void>): Promise<void> {
  try {
    await how();
    console.log(`${what}: ok`);
  } catch (error) {
    const mayMiss = error instanceof MissingTool && process.env['REQUIRE_REAL_BACKENDS'] !== '1';
    const { message, stdout = '', stderr = '' } = error as { message: string; stdout?: string; stderr?: string };
    console.error(`${what}: ${mayMiss ? 'NOT CHECKED' : 'FAILED'}: ${[message, stdout, stderr].filter((text) => text !== '').join('\n')}`);
    if (!mayMiss) process.exitCode = 1;
  }
}
