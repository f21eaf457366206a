import {
  IconArrowUp,
  IconEye,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateWebhookList,
  webhookDelete,
  webhookPause,
  webhookUpgrade,
} from '@/api/generated/endpoints/integrations/integrations'
import type { Webhook } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshWebhooks } from './refresh'

const EnableDialog = lazy(() => onceOnline(() => import('./EnableDialog')))
const ReplayDialog = lazy(() => onceOnline(() => import('./ReplayDialog')))
const RotateDialog = lazy(() => onceOnline(() => import('./RotateDialog')))
const TestDialog = lazy(() => onceOnline(() => import('./TestDialog')))
const WebhookDialog = lazy(() => onceOnline(() => import('./WebhookDialog')))

const webhookActions = (t: TFunction<'webhooks'>): RecordAction<Webhook>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['integrations.webhook'] },
  {
    verb: 'test',
    label: t('action.test'),
    icon: IconSend,
    button: 'main',
    dialog: (webhook, { opened, onClose }) => (
      <TestDialog webhook={webhook} opened={opened} onClose={onClose} />
    ),
  },
  {
    verb: 'enable',
    label: t('action.enable'),
    icon: IconPlayerPlay,
    button: 'plain',
    dialog: (webhook, state) => <EnableDialog webhook={webhook} {...state} />,
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    button: 'plain',
    dialog: (webhook, { opened, onClose }) => (
      <WebhookDialog webhook={webhook} opened={opened} onClose={onClose} />
    ),
  },
  {
    verb: 'replay',
    label: t('action.replay'),
    icon: IconRepeat,
    dialog: (webhook, { opened, onClose }) => (
      <ReplayDialog webhook={webhook} opened={opened} onClose={onClose} />
    ),
  },
  {
    verb: 'rotate_secret',
    label: t('action.rotate'),
    icon: IconRefresh,
    refused: ({ former_secret_until }) => (former_secret_until ? t('rotate.refused') : undefined),
    dialog: (webhook, state) => <RotateDialog webhook={webhook} {...state} />,
  },
  {
    verb: 'pause',
    label: t('action.pause'),
    icon: IconPlayerPause,
    ask: () => ({ title: t('pause.title'), text: t('pause.text') }),
    run: ({ id, version }) => webhookPause(id, { version }),
    done: () => t('pause.done'),
  },
  {
    verb: 'upgrade',
    label: t('action.upgrade'),
    icon: IconArrowUp,
    ask: ({ event_version }) => ({
      title: t('upgrade.title'),
      text: t('upgrade.text', { version: event_version }),
    }),
    run: ({ id, version }) => webhookUpgrade(id, { version }),
    done: () => t('upgrade.done'),
  },
  {
    verb: 'delete',
    label: t('action.delete'),
    icon: IconTrash,
    danger: true,
    ask: ({ url }) => ({ title: t('delete.title'), text: t('delete.text', { url }) }),
    remove: ({ id }) => webhookDelete(id),
    done: () => t('delete.done'),
  },
]

/** The actions on a webhook, in the list and on its page. */
export function useWebhookActions() {
  const { t } = useTranslation('webhooks')
  return useRecordActions<Webhook>({
    actions: webhookActions(t),
    refresh: refreshWebhooks,
    deleted: { refresh: invalidateWebhookList, leaveTo: paths['integrations.webhooks']() },
  })
}
