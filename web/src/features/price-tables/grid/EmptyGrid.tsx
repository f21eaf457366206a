import { Button } from '@mantine/core'
import { IconClipboardText, IconTable, IconTablePlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/ui/dialogs/notify'
import { EmptyState } from '@/ui/EmptyState'
import { nextCodes, type Place, withBands, withZones } from './sheet'
import { readTsv } from './tsv'
import type { SheetEditor } from './useSheetEditor'

type EmptyGridProps = { editor: SheetEditor; readOnly: boolean; onPaste(at: Place, rows: string[][]): void }

const START = { row: 0, col: 0 }

/** A version without prices: a table is pasted, or begun with one zone and one weight. */
export function EmptyGrid({ editor, readOnly, onPaste }: EmptyGridProps) {
  const { t } = useTranslation('price-grid')
  const { sheet } = editor

  function begin() {
    const wider = sheet.zones.length > 0 ? sheet : withZones(sheet, nextCodes([], 1))
    editor.change(wider.bands.length > 0 ? wider : withBands(wider, 0, 1))
  }

  const take = useEffectEvent((text: string) => {
    if (text.trim() !== '') onPaste(START, readTsv(text))
  })

  // There is no cell yet that could have the focus.
  useEffect(() => {
    if (readOnly) return
    function onDocumentPaste(event: ClipboardEvent) {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
      event.preventDefault()
      take(event.clipboardData?.getData('text/plain') ?? '')
    }
    document.addEventListener('paste', onDocumentPaste)
    return () => document.removeEventListener('paste', onDocumentPaste)
  }, [readOnly])

  async function paste() {
    try {
      const text = await navigator.clipboard.readText()
      if (text.trim() === '') notify.info(t('grid.nothingToPaste'))
      else onPaste(START, readTsv(text))
    } catch {
      notify.info(t('grid.pasteByKey'))
    }
  }

  if (readOnly) return <EmptyState icon={IconTable} title={t('grid.empty')} />
  return (
    <EmptyState
      icon={IconTable}
      title={t('grid.empty')}
      text={t('grid.emptyText')}
      action={
        <>
          <Button variant="default" leftSection={<IconTablePlus size={16} aria-hidden />} onClick={begin}>
            {t('grid.begin')}
          </Button>
          <Button leftSection={<IconClipboardText size={16} aria-hidden />} onClick={() => void paste()}>
            {t('grid.paste')}
          </Button>
        </>
      }
    />
  )
}
