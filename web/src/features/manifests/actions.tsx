import {
  IconBan,
  IconEye,
  IconFileX,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPencilCheck,
  IconSend,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  manifestAmend,
  manifestCancel,
  manifestClose,
  manifestReopen,
  manifestShow,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { type Manifest, ManifestStatus, type ProfileCan } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { refreshManifests } from './refresh'
import { receiverOf, wayOf } from './way'

const SendDialog = lazy(() => onceOnline(() => import('./SendDialog')))

const about = (manifest: Manifest) =>
  [manifest.number, wayOf(manifest), receiverOf(manifest)].filter(Boolean).join(' · ')

const manifestActions = (t: TFunction<'manifests'>, can: ProfileCan): RecordAction<Manifest>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['manifests.show'] },
  {
    verb: 'close',
    label: t('action.close'),
    icon: IconLock,
    button: 'main',
    ask: (manifest) => ({ title: t('close.title', { number: manifest.number }), text: t('close.text') }),
    run: async ({ id, version }) => {
      await manifestClose(id, { version })
      return manifestShow(id)
    },
    done: ({ number }: Manifest) => t('close.done', { number }),
  },
  {
    verb: 'send',
    label: t('action.send'),
    icon: IconSend,
    button: 'main',
    dialog: (manifest, state) => <SendDialog {...state} manifest={manifest} />,
    refused: ({ status, is_waybill_void, is_waybill_changed }) => {
      if (!can['manifest.send'] || status !== ManifestStatus.Closed) return undefined
      if (is_waybill_void) return t('waybillVoid.closed')
      return is_waybill_changed ? codeText('manifest_waybill_changed', {}, t('action.send')) : undefined
    },
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    button: 'plain',
    to: paths['manifests.edit'],
  },
  {
    verb: 'amend',
    label: t('action.amend'),
    icon: IconPencilCheck,
    button: 'plain',
    reason: (manifest) => ({
      title: t('amend.title'),
      about: about(manifest),
      label: t('field.reason'),
      text:
        manifest.purpose === 'deletion' && manifest.status === ManifestStatus.Open
          ? t('amend.back')
          : t('amend.text'),
    }),
    run: ({ id, version }, reason) => manifestAmend(id, { purpose: 'update', reason, version }),
    done: () => t('amend.done'),
  },
  {
    verb: 'reopen',
    label: t('action.reopen'),
    icon: IconLockOpen,
    button: 'plain',
    reason: (manifest) => ({
      title: t('reopen.title'),
      about: about(manifest),
      label: t('field.reason'),
      text: t('reopen.text'),
    }),
    run: ({ id, version }, reason) => manifestReopen(id, { reason, version }),
    done: () => t('reopen.done'),
  },
  {
    verb: 'withdraw',
    label: t('action.withdraw'),
    icon: IconFileX,
    danger: true,
    reason: (manifest) => ({
      title: t('withdraw.title'),
      about: about(manifest),
      label: t('field.reason'),
      text: t('withdraw.text'),
    }),
    run: ({ id, version }, reason) => manifestAmend(id, { purpose: 'deletion', reason, version }),
    done: () => t('withdraw.done'),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (manifest) => ({
      title: t('cancel.title'),
      about: about(manifest),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => manifestCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** Actions of a manifest, in the list and on its page. */
export function useManifestActions() {
  const { t } = useTranslation('manifests')
  const { can } = useProfile()
  return useRecordActions<Manifest>({ actions: manifestActions(t, can), refresh: refreshManifests })
}
