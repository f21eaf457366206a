import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useImportKind } from './kind'

/** The sheet of a workbook that is read. Another one has other columns, so the mapping begins anew. */
export function SheetChoice({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const queryClient = useQueryClient()
  const { useChooseSheet, invalidate } = useImportKind()
  const choose = useChooseSheet({
    mutation: {
      onSuccess: () => invalidate(queryClient, shown.id),
      onError: notify.failure,
    },
  })
  if (shown.sheets.length < 2) return null
  return (
    <NativeSelect
      label={t('map.sheet')}
      description={t('map.sheetText')}
      maw="24rem"
      data={shown.sheets}
      value={(choose.isPending ? choose.variables.data.sheet : shown.sheet) ?? ''}
      disabled={!shown.can.update || choose.isPending}
      onChange={(event) =>
        choose.mutate({ id: shown.id, data: { sheet: event.currentTarget.value, version: shown.version } })
      }
    />
  )
}
