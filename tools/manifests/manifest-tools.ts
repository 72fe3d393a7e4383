import type { GoTool } from '../servers/build-go-tool.ts';
import type { GoModuleFiles } from '../servers/fetch-go-module-files.ts';

export const KUSTOMIZE: GoTool = {
  name: 'kustomize',
  module: 'sigs.k8s.io/kustomize/kustomize/v5',
  version: 'v5.7.1',
  hash: 'h1:sYJsarwy/SDJfjjLMUqwFDGPwzUtMOQ1i1Ed49+XSbw=',
};

export const HELM: GoTool = {
  name: 'helm',
  module: 'helm.sh/helm/v3',
  version: 'v3.22.0',
  folder: 'cmd/helm',
  hash: 'h1:n1if5iQgHYsujPAcO5oonH/KiSNUmqmUF0iGVjSF3AU=',
};

/** Validator that includes the schemas of Kubernetes itself and rejects unknown fields. */
export const KUBECTL_VALIDATE: GoTool = {
  name: 'kubectl-validate',
  module: 'sigs.k8s.io/kubectl-validate',
  version: 'v0.0.4',
  hash: 'h1:tGKuv0awYHn11Cb6KPsZKxUmHgavF46K3NvVH0Nse9U=',
};

/** Loader that docker compose is built on. */
export const COMPOSE: GoTool = {
  name: 'compose-go',
  module: 'github.com/compose-spec/compose-go/v2',
  version: 'v2.16.2',
  folder: 'cmd',
  hash: 'h1:pTp1DqQwJzFd85GzlWsSszKA1ABrV/ySqsClujIcWA8=',
};

/** Schemas of custom resources, from the projects that define them. */
export const CUSTOM_RESOURCES: readonly GoModuleFiles[] = [
  {
    module: 'github.com/kedacore/keda/v2',
    version: 'v2.21.0',
    hash: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
    files: ['config/crd/bases/keda.sh_scaledobjects.yaml', 'config/crd/bases/keda.sh_triggerauthentications.yaml'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    hash: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    files: [
      'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
      'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    ],
  },
  {
    module: 'github.com/cert-manager/cert-manager',
    version: 'v1.21.2',
    hash: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    files: ['deploy/crds/cert-manager.io_certificates.yaml', 'deploy/crds/cert-manager.io_issuers.yaml'],
  },
  {
    module: 'github.com/external-secrets/external-secrets',
    version: 'v1.3.2',
    hash: 'h1:u2J8RjlHIeF0oZCqtl92adI/uZWUwOesJIDkfql6LqQ=',
    files: ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
  },
];
