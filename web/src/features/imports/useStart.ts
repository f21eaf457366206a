import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useImportKind } from './kind'

/** Starts an import, or goes on with one that was interrupted. */
export function useStart(id: string) {
  const { t } = useTranslation('imports')
  const queryClient = useQueryClient()
  const { useProcess, receiveAgain, invalidate } = useImportKind()
  const refresh = () => invalidate(queryClient, id)

  /** Goods of the same file are received once more if somebody says so. */
  async function offerAgain(failure: unknown) {
    if (!receiveAgain || codeOf(failure) !== 'import_received_before') return void notify.failure(failure)
    const text = errorText(failure)
    const run = () => receiveAgain(id)
    if (await confirm({ title: t('stock.againTitle'), text, action: t('stock.again'), run })) await refresh()
  }

  return useProcess({
    mutation: {
      onSuccess: refresh,
      // The call has ended: nothing waits for the answer.
      onError: (failure) => void offerAgain(failure),
    },
  })
}
