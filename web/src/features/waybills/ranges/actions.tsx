import { IconLock } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  invalidateMawbRangeList,
  mawbRangeClose,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { WaybillRange } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { type Format, useFormat } from '@/ui/format'
import { serialsOf } from './columns'

const rangeActions = (t: TFunction<'waybill-ranges'>, format: Format): RecordAction<WaybillRange>[] => [
  {
    verb: 'close',
    label: t('close.action'),
    icon: IconLock,
    danger: true,
    reason: (range) => ({
      title: t('close.title'),
      about: `${range.provider_name} · ${serialsOf(range)}`,
      label: t('field.reason'),
      text: t('close.text', { count: range.left, number: format.number(range.left) }),
    }),
    run: ({ id, version }, reason) => mawbRangeClose(id, { reason, version }),
    done: () => t('close.done'),
  },
]

/** Actions of a range. */
export function useRangeActions() {
  const { t } = useTranslation('waybill-ranges')
  const format = useFormat()
  return useRecordActions<WaybillRange>({
    actions: rangeActions(t, format),
    refresh: (client) => void invalidateMawbRangeList(client),
  })
}
