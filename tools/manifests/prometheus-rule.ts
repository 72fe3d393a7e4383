const HEADER = `# Made from infra/prometheus/alerts.yml by \`npm run dashboards\`.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: total-recall
spec:
`;

/** A file of alert rules as what the Prometheus operator takes. */
export function prometheusRule(rules: string): string {
  const lines = rules.split('\n').filter((line) => !line.startsWith('#'));
  return HEADER + lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}
