import { globSync, readFileSync } from 'node:fs';
import { METRIC_INVENTORY, PROCESS_METRICS, type MetricDefinition } from '@total-recall/observability';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DASHBOARDS, dashboardFiles, SQL_DASHBOARDS } from './all-dashboards.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const infra = new URL('../../infra/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, infra), 'utf8');
const rules = (parse(read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const queries = DASHBOARDS.flatMap((dashboard) =>
  dashboard.rows.flatMap((row) => row.panels.flatMap((panel) => panel.queries.map(({ expr }) => expr))),
);

const known = new Map<string, MetricDefinition>(
  Object.values({ ...METRIC_INVENTORY, ...PROCESS_METRICS }).map((definition) => [definition.name, definition]),
);
/** Names that Prometheus itself adds: the state of a scrape, the labels of a target, the bound of a bucket. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'service', 'instance', 'le'] };

/** Returns the series and labels that a query names. The series of a histogram keep their suffix. */
function namesOf(expr: string): { readonly series: string[]; readonly labels: string[] } {
  const bare = expr.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const grouped = [...bare.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, inside = '']) => inside.split(','));
  const matched = [...bare.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) => inside.split(',')).map((part) => part.split(/[!=]/)[0]!);
  const rest = bare.replaceAll(/\b(?:by|without)\s*\([^)]*\)|\{[^}]*\}|\[[^\]]*\]/g, ' ');
  const series = [...rest.matchAll(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(and|or|unless)$/.test(name));
  return { series, labels: [...grouped, ...matched].map((label) => label.trim()).filter((label) => label !== '') };
}

function definitionOf(series: string): MetricDefinition | undefined {
  const plain = known.get(series);
  if (plain) return plain.type === 'histogram' ? undefined : plain;
  const histogram = known.get(series.replace(/_(bucket|count|sum)$/, ''));
  return histogram?.type === 'histogram' ? histogram : undefined;
}

const used = [...queries, ...rules.map(({ expr }) => expr)];

describe('dashboards', () => {
  it('are what their definitions say: npm run dashboards', () => {
    const files = globSync('*.json', { cwd: new URL('grafana/dashboards/', infra) }).sort();
    expect(files).toEqual([...dashboardFiles().keys()].sort());
    for (const [name, text] of dashboardFiles()) expect(read(`grafana/dashboards/${name}`)).toBe(text);
  });

  it('show rates of counters as counts a second, and nothing else so', () => {
    const panels = DASHBOARDS.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
    const isRate = (expr: string): boolean => /^sum(?: by \([^)]*\))? \(rate\(/.test(expr) && !expr.includes(' / ');
    const asRates = panels.filter(({ unit }) => ['cps', 'reqps', 'Bps'].includes(unit));
    expect(asRates.filter(({ queries }) => !queries.every(({ expr }) => isRate(expr))).map(({ title }) => title)).toEqual([]);
    const others = panels.filter(({ unit, queries }) => unit === 'short' && queries.some(({ expr }) => isRate(expr)));
    // Cores, money, and a panel that has a gauge beside its rates.
    expect(others.map(({ title }) => title).sort()).toEqual(['Batch, queue and failures', 'Cost', 'Processors']);
  });

  it('explain every panel, and have no two of one title in a row', () => {
    for (const { rows } of [...DASHBOARDS, ...SQL_DASHBOARDS]) {
      for (const { panels } of rows) {
        for (const { title, description } of panels) expect(`${title}: ${description}`).toMatch(/: .{10,}\.$/);
        expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
      }
    }
  });
});

describe('dashboards and alerts', () => {
  it('name only what is measured, with its own labels', () => {
    for (const expr of used) {
      const { series, labels } = namesOf(expr);
      const measured = series.filter((name) => !OF_PROMETHEUS.metrics.includes(name)).map((name) => [name, definitionOf(name)] as const);
      expect(series, expr).not.toEqual([]);
      expect(
        measured.filter(([, definition]) => definition === undefined),
        expr,
      ).toEqual([]);
      const own = measured.flatMap(([, definition]) => definition?.labels ?? []);
      expect(
        labels.filter((label) => ![...own, ...OF_PROMETHEUS.labels].includes(label)),
        expr,
      ).toEqual([]);
    }
  });

  it('leave no metric out', () => {
    const named = new Set(used.flatMap((expr) => namesOf(expr).series).map((series) => definitionOf(series)?.name));
    expect([...known.keys()].filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it('have a name of their own, a runbook, and a test that lets them fire', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const tested = (
      parse(read('prometheus/alerts.test.yml')) as { tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] }
    ).tests
      .flatMap((test) => test.alert_rule_test)
      .filter(({ exp_alerts }) => exp_alerts.length > 0)
      .map(({ alertname }) => alertname);
    expect([...tested].sort()).toEqual([...names].sort());
    for (const { alert, annotations } of rules) {
      expect(annotations['runbook']).toBe(`docs/runbooks/${alert}.md`);
      expect(read(`../docs/runbooks/${alert}.md`)).toMatch(new RegExp(`^# ${alert}\n`));
    }
    const listed = [...read('../docs/alerts.md').matchAll(/\(runbooks\/(\w+)\.md\)/g)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(names.toSorted());
    expect(globSync('*.md', { cwd: new URL('../docs/runbooks/', infra) }).sort()).toEqual(names.map((name) => `${name}.md`).sort());
  });
});
