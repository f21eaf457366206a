import { useTranslation } from 'react-i18next'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { grows, isTooLarge, MAX_BANDS, MAX_ZONES, pasted, plan } from './paste'
import type { Notation } from './price'
import { countUnread, type Place, type Range } from './sheet'
import type { SheetEditor } from './useSheetEditor'

/** Writes a copied range into the sheet. It asks before the grid grows. */
export function usePaste(editor: SheetEditor, notation: Notation, select: (range: Range) => void) {
  const { t } = useTranslation('price-grid')
  return async (at: Place, rows: string[][]) => {
    const { sheet } = editor
    const paste = plan(sheet, at, rows, notation)
    if (isTooLarge(sheet, paste)) {
      notify.error(t('grid.tooLarge', { bands: MAX_BANDS, zones: MAX_ZONES }))
      return
    }
    const bands = t('grid.growBands', { count: paste.bands })
    const zones = t('grid.growZones', { count: paste.codes.length })
    const isFirst = sheet.bands.length === 0 && sheet.zones.length === 0
    const goes =
      isFirst ||
      !grows(paste) ||
      (await confirm({
        title: t('grid.growTitle'),
        text: t('grid.growText', { bands, zones }),
        action: t('grid.grow'),
      }))
    if (!goes) return
    const next = pasted(sheet, paste)
    editor.change(next)
    select(paste.range)
    const unread = countUnread(next) - countUnread(sheet)
    if (unread > 0) notify.warning(t('grid.pastedUnread', { count: unread }))
  }
}
