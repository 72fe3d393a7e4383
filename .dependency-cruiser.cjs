/**
 * What may import what. One row a lib: everything of ours that a row does not name is forbidden.
 * Tests may import what they test, so `*.test.ts` and `ports/testing` are left out of the rows.
 */
const lib = (name) => `^libs/${name}/`;
const TEST = '(\\.(unit|prop|contract|int|e2e)\\.test\\.ts$)|(/testing[-/])';
const OURS = '^(libs|apps|integrations)/';

const DOMAIN = lib('domain');
const CONTRACTS = lib('contracts');
const PORTS = '^libs/ports/src/';
const RUNTIME = lib('runtime');
const OBSERVABILITY = lib('observability');
const IMPORTERS = lib('importers');
const LANGUAGE = lib('language');
const ARCHIVE = lib('archive');
const FOUNDATION = [DOMAIN, CONTRACTS, PORTS, RUNTIME, OBSERVABILITY];

/** Rows: from, what of ours it may import beside itself. `$1` is the service or adapter that the importing file is in. */
const ROWS = [
  { name: 'domain', from: DOMAIN, may: [] },
  { name: 'contracts', from: CONTRACTS, may: [DOMAIN] },
  { name: 'ports', from: PORTS, may: [DOMAIN] },
  { name: 'importers', from: IMPORTERS, may: [DOMAIN, CONTRACTS] },
  { name: 'runtime', from: RUNTIME, may: [DOMAIN, CONTRACTS, PORTS] },
  { name: 'language', from: LANGUAGE, may: [DOMAIN] },
  { name: 'archive', from: ARCHIVE, may: [DOMAIN, PORTS, RUNTIME] },
  { name: 'observability', from: OBSERVABILITY, may: [DOMAIN, CONTRACTS, PORTS] },
  { name: 'services', from: '^libs/services/(?!gateway/)([^/]+)/', may: [...FOUNDATION, ARCHIVE, '^libs/services/$1/'] },
  { name: 'gateway', from: '^libs/services/(gateway)/', may: [...FOUNDATION, IMPORTERS, '^libs/services/$1/'] },
  { name: 'adapters', from: '^libs/adapters/([^/]+)/', may: [...FOUNDATION, '^libs/adapters/$1/'] },
  { name: 'nest', from: lib('nest'), may: ['^libs/services/', CONTRACTS, RUNTIME, OBSERVABILITY] },
  { name: 'client', from: lib('client'), may: [] },
  { name: 'integrations', from: '^integrations/([^/]+)/', may: [lib('client'), '^integrations/$1/'] },
  { name: 'agent-settings', from: lib('agent-settings'), may: [IMPORTERS] },
  { name: 'mcp', from: lib('mcp'), may: [lib('client'), '^libs/contracts/src/wire/issue-text'] },
  { name: 'transfer', from: lib('transfer'), may: [lib('client'), RUNTIME] },
  { name: 'proxy', from: lib('proxy'), may: [DOMAIN, PORTS, RUNTIME, OBSERVABILITY, lib('client')] },
  { name: 'evaluation', from: lib('evaluation'), may: [PORTS, DOMAIN, IMPORTERS, lib('client')] },
  { name: 'composition', from: lib('composition'), may: ['^libs/(?!data-folder/|ports/testing/)'] },
  {
    name: 'data-folder',
    from: lib('data-folder'),
    may: [...FOUNDATION, '^libs/services/', '^libs/adapters/(files|sqlite)/', '^libs/composition/src/(?!cluster/)'],
  },
  { name: 'apps', from: '^apps/([^/]+)/', may: ['^libs/(?!ports/testing/)', '^apps/'] },
];

/** Vendor SDKs and the one folder each may be imported in. */
const VENDORS = [
  { name: 'nest', packages: '@nestjs/', only: lib('nest') },
  { name: 'kafka', packages: 'kafkajs', only: lib('adapters/kafka') },
  { name: 'opensearch', packages: '@opensearch-project/', only: lib('adapters/opensearch') },
  { name: 'clickhouse', packages: '@clickhouse/', only: lib('adapters/clickhouse') },
  { name: 's3', packages: '@aws-sdk/', only: lib('adapters/s3') },
  { name: 'onnx', packages: 'onnxruntime-', only: lib('adapters/onnx') },
  { name: 'llm', packages: 'openai(/|$)|@anthropic-ai/', only: lib('adapters/llm-http') },
  { name: 'grpc', packages: '@grpc/', only: '^libs/(adapters/grpc|nest)/' },
  { name: 'metrics', packages: 'prom-client|pino(/|$)|@opentelemetry/', only: OBSERVABILITY },
  { name: 'language', packages: 'chrono-node|snowball-stemmers', only: LANGUAGE },
  { name: 'mcp', packages: '@modelcontextprotocol/', only: lib('mcp') },
  { name: 'settings', packages: 'json5|smol-toml', only: lib('agent-settings') },
  { name: 'tokenizer', packages: 'gpt-tokenizer', only: RUNTIME },
];

const selfOf = (row) => (row.from.includes('([^/]+)') || row.from.includes('(gateway)') ? [] : [row.from]);

module.exports = {
  forbidden: [
    ...ROWS.map((row) => ({
      name: `${row.name}-imports`,
      severity: 'error',
      comment: `${row.name} imports something of ours that its row in the table does not name.`,
      from: { path: row.from, pathNot: TEST },
      to: { path: OURS, pathNot: [...row.may, ...selfOf(row)] },
    })),
    ...VENDORS.map((vendor) => ({
      name: `vendor-${vendor.name}`,
      severity: 'error',
      comment: `This package is imported in ${vendor.only} only.`,
      from: { path: OURS, pathNot: [vendor.only, TEST] },
      to: { path: `(^|node_modules/)(${vendor.packages})` },
    })),
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'domain imports nothing, not even node:*; what it needs comes in as arguments.',
      from: { path: DOMAIN, pathNot: TEST },
      to: { pathNot: DOMAIN },
    },
    {
      name: 'sqlite-in-its-adapter',
      severity: 'error',
      comment: 'node:sqlite is imported in its adapter only.',
      from: { path: OURS, pathNot: [lib('adapters/sqlite'), TEST] },
      to: { path: '^(node:)?sqlite$' },
    },
    {
      name: 'ports-testing-is-for-tests',
      severity: 'error',
      comment: 'Contract suites are imported by tests only.',
      from: { path: OURS, pathNot: [TEST, '^libs/ports/testing/'] },
      to: { path: '^libs/ports/testing/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files must not import each other in a circle.',
      from: { path: OURS },
      to: { circular: true },
    },
    { name: 'resolvable', severity: 'error', comment: 'The import leads nowhere.', from: { path: OURS }, to: { couldNotResolve: true } },
    {
      name: 'declared',
      severity: 'error',
      comment: 'The package is not in the package.json of the importing workspace.',
      from: { path: OURS, pathNot: TEST },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    combinedDependencies: false,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['total-recall-source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json', '.cjs', '.mjs'],
    },
  },
};
