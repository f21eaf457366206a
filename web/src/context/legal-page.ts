import type { LegalKind } from '@/api/schema'

/** The public page of the terms or the privacy notice; the server draws it, so it is no route of the web. */
export const legalPage = (kind: LegalKind, version?: number) =>
  version === undefined ? `/legal/${kind}` : `/legal/${kind}?version=${version}`
