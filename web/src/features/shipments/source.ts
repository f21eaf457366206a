import type { TFunction } from 'i18next'

/** Shipments that were typed in. */
export const MANUAL = 'manual'

/** Where a shipment comes from; a source that a company named itself keeps its name. */
export function sourceName(source: string, t: TFunction<'shipments'>) {
  if (source === MANUAL) return t('source.manual')
  return source === 'import' ? t('source.import') : source
}
