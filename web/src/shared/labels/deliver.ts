import i18n from 'i18next'
import { loadTexts } from '@/i18n'
import { notify } from '@/ui/dialogs/notify'
import { saveFile } from '@/ui/table/export/save-file'
import { PrinterError, sendToPrinter } from './printer'
import type { LabelTarget } from './station'

/** Saves labels in the printer's language, or sends them to the printer. Throws a `PrinterError` if that fails. */
export async function deliverZpl(zpl: Blob, { way }: LabelTarget, name: string) {
  if (way === 'file') return saveFile(zpl, `${name}.zpl`)
  await sendToPrinter(new Uint8Array(await zpl.arrayBuffer()))
  await loadTexts('labels')
  notify.success(i18n.t('labels:sent', { name, interpolation: { escapeValue: false } }))
}

/** Says why the printer has printed nothing. False for another failure. */
export async function notePrinterFailure(error: unknown) {
  if (!(error instanceof PrinterError)) return false
  await loadTexts('labels')
  notify.error(i18n.t(`labels:refused.${error.reason}`))
  return true
}
