import { mkdirSync, writeFileSync } from 'node:fs';
import { dashboardFiles } from './dashboards/all-dashboards.ts';

const folder = new URL('../infra/grafana/dashboards/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of dashboardFiles()) writeFileSync(new URL(name, folder), text);
