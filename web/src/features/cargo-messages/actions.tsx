import { IconCircleCheck, IconDownload, IconEye, IconRefresh } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { cargoMessageClose, cargoMessageRetry } from '@/api/generated/endpoints/consolidation/consolidation'
import type { CargoMessage } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { refreshMessages } from './refresh'

const messageActions = (t: TFunction<'cargo-messages'>): RecordAction<CargoMessage>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['cargo_messages.show'] },
  {
    verb: 'retry',
    label: t('action.retry'),
    icon: IconRefresh,
    button: 'main',
    run: ({ id }) => cargoMessageRetry(id),
    done: () => t('retryDone'),
  },
  {
    verb: 'close',
    label: t('action.close'),
    icon: IconCircleCheck,
    button: 'plain',
    reason: ({ file_name }) => ({
      title: t('close.title'),
      about: file_name,
      label: t('field.note'),
      text: t('close.text'),
    }),
    run: ({ id }, note) => cargoMessageClose(id, { note }),
    done: () => t('close.done'),
  },
  {
    when: ({ is_deleted }) => !is_deleted,
    label: t('action.download'),
    icon: IconDownload,
    button: 'plain',
    to: ({ id }) => `/api/cargo-messages/${id}/file`,
    newTab: true,
  },
]

/** The actions on a message, in the list and on its page. */
export function useMessageActions() {
  const { t } = useTranslation('cargo-messages')
  return useRecordActions<CargoMessage>({ actions: messageActions(t), refresh: refreshMessages })
}
