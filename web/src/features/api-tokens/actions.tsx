import { IconListCheck, IconPencil, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { apiTokenRevoke } from '@/api/generated/endpoints/integrations/integrations'
import type { ApiToken } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { onceOnline } from '@/ui/once-online'
import { refreshApiTokens } from './refresh'

const RightsDialog = lazy(() => onceOnline(() => import('./RightsDialog')))
const RotateDialog = lazy(() => onceOnline(() => import('./RotateDialog')))
const TokenDialog = lazy(() => onceOnline(() => import('./TokenDialog')))

const apiTokenActions = (t: TFunction<'api-tokens'>): RecordAction<ApiToken>[] => [
  {
    label: t('action.show'),
    icon: IconListCheck,
    dialog: (token, state) => <RightsDialog token={token} {...state} />,
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    dialog: (token, { opened, onClose }) => <TokenDialog token={token} opened={opened} onClose={onClose} />,
  },
  {
    verb: 'rotate',
    label: t('action.rotate'),
    icon: IconRefresh,
    refused: ({ replaced_by_id }) => (replaced_by_id ? t('rotate.replaced') : undefined),
    dialog: (token, state) => <RotateDialog token={token} {...state} />,
  },
  {
    verb: 'revoke',
    label: t('action.revoke'),
    icon: IconPlugConnectedX,
    danger: true,
    ask: ({ name }) => ({ title: t('revoke.title', { name }), text: t('revoke.text') }),
    run: ({ id, version }) => apiTokenRevoke(id, { version }),
    done: (token: ApiToken) => t('revoke.done', { name: token.name }),
  },
]

/** The actions on a token in the list. */
export function useApiTokenActions() {
  const { t } = useTranslation('api-tokens')
  return useRecordActions<ApiToken>({ actions: apiTokenActions(t), refresh: refreshApiTokens })
}
