import { IconDownload, IconEye, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadDelete, uploadRestore } from '@/api/generated/endpoints/uploads/uploads'
import type { Upload } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { filePath } from './columns'
import { refreshUploads } from './refresh'

const UploadDialog = lazy(() => onceOnline(() => import('./UploadDialog')))

const uploadActions = (t: TFunction<'uploads'>): RecordAction<Upload>[] => [
  {
    label: t('action.view'),
    icon: IconEye,
    when: ({ state, viewable }) => state === 'available' && viewable,
    to: (upload) => `${filePath(upload)}?view=true`,
    newTab: true,
  },
  {
    label: t('action.download'),
    icon: IconDownload,
    when: ({ state }) => state === 'available',
    to: filePath,
    newTab: true,
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    dialog: (upload, state) => <UploadDialog upload={upload} {...state} />,
  },
  {
    verb: 'delete',
    label: t('action.delete'),
    icon: IconTrash,
    danger: true,
    ask: ({ name }) => ({ title: t('delete.title', { name }), text: t('delete.text') }),
    remove: ({ id }) => uploadDelete(id),
    done: ({ name }: Upload) => t('delete.done', { name }),
    // What has not arrived whole is gone at once.
    restore: ({ id, state }) => (state === 'available' ? () => uploadRestore(id) : undefined),
  },
  {
    verb: 'restore',
    label: t('action.restore'),
    icon: IconRestore,
    run: ({ id }) => uploadRestore(id),
    done: ({ name }: Upload) => t('restore.done', { name }),
  },
]

/** The actions on a shared file in the list. */
export function useUploadActions() {
  const { t } = useTranslation('uploads')
  return useRecordActions<Upload>({
    actions: uploadActions(t),
    refresh: (client) => void refreshUploads(client),
    deleted: { refresh: refreshUploads, leaveTo: paths['uploads.index']() },
  })
}
