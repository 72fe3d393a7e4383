/** The part that is read of a CycloneDX document, as printed by `npm sbom`. */
export interface BillOfMaterials {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly licenses?: readonly { readonly expression?: string; readonly license?: { readonly id?: string; readonly name?: string } }[];
  }[];
}

/** Output of `npm audit --json`; it has only a message when the registry did not answer. */
export interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>;
}

export interface ForeignLicence {
  readonly name: string;
  readonly version: string;
  readonly licences: readonly string[];
}

/** SPDX identifiers of licences that require nothing but attribution. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Python-2.0',
]);
const SERIOUS = new Set(['high', 'critical']);

/** Returns the packages with a licence that is not permissive, or with none. */
export function foreignLicences({ components }: BillOfMaterials): ForeignLicence[] {
  return components.flatMap(({ name, version, licenses = [] }) => {
    const licences = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '');
    return licences.length > 0 && licences.every(isPermissive) ? [] : [{ name, version, licences }];
  });
}

/**
 * Returns true for a permissive licence expression: with OR one part suffices, with AND every part must be permissive.
 */
function isPermissive(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim();
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isPermissive);
  return bare.split(' AND ').every((one) => PERMISSIVE.has(one.trim()));
}

/** Returns the serious advisories; undefined when the registry reported no vulnerabilities at all. */
export function seriousAdvisories({ vulnerabilities }: Audit): { readonly name: string; readonly severity: string }[] | undefined {
  return vulnerabilities && Object.values(vulnerabilities).filter(({ severity }) => SERIOUS.has(severity));
}
