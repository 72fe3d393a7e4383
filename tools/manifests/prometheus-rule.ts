const HEADER = `# Made from infra/prometheus/alerts.yml by \`npm run dashboards\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: total-recall
spec:
`;

/** Wraps a file of alert rules in the resource of the Prometheus operator. */
export function prometheusRule(rules: string): string {
  const lines = rules.split('\n').filter((line) => !line.startsWith('#'));
  return HEADER + lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}
