import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dashboardFiles } from './dashboards/all-dashboards.ts';
import { prometheusRule } from './manifests/prometheus-rule.ts';

const folder = new URL('../infra/grafana/dashboards/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of dashboardFiles()) writeFileSync(new URL(name, folder), text);

const rules = readFileSync(new URL('../infra/prometheus/alerts.yml', import.meta.url), 'utf8');
writeFileSync(new URL('../k8s/components/prometheus-operator/alerts.yaml', import.meta.url), prometheusRule(rules));
