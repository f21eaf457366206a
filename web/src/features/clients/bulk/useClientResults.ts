import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  getClientShowQueryKey,
  invalidateClientList,
  invalidateClientSelect,
} from '@/api/generated/endpoints/parties/parties'
import type { ClientResult } from '@/api/schema'
import type { BulkCounts, BulkResult } from '@/blocks/bulk/useBulkRun'
import { useFormat } from '@/ui/format'

/** The results of a change of clients: what shows them is fetched again, and each has a line. */
export function useClientResults() {
  const { t } = useTranslation('clients')
  const format = useFormat()
  const queryClient = useQueryClient()

  const textOf = ({ done, unchanged, message_code, message }: ClientResult) => {
    if (done) return t('many.done')
    return unchanged ? t('many.unchanged') : codeText(message_code, {}, message ?? '')
  }

  function take(results: ClientResult[]): BulkResult[] {
    void invalidateClientList(queryClient)
    void invalidateClientSelect(queryClient)
    for (const { id } of results) queryClient.removeQueries({ queryKey: getClientShowQueryKey(id) })
    return results.map((result) => ({
      key: result.id,
      name: result.name ?? result.id,
      state: result.done ? 'done' : result.unchanged ? 'left' : 'failed',
      text: textOf(result),
    }))
  }

  return {
    take,
    report: {
      title: t('many.report'),
      sums: ({ done, left, failed }: BulkCounts) => [
        t('many.sum.done', { count: done, number: format.number(done) }),
        left > 0 && t('many.sum.left', { count: left, number: format.number(left) }),
        failed > 0 && t('many.sum.failed', { count: failed, number: format.number(failed) }),
      ],
    },
  }
}
