import { Button, Select } from '@mantine/core'
import { IconFiles, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  uploadList as loadUploads,
  useUploadFolders,
  useUploadList,
} from '@/api/generated/endpoints/uploads/uploads'
import { PAGED } from '@/api/record-query'
import { type UploadAudience, uploadAudienceValues } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { useListParams } from '@/ui/table/useListParams'
import { useUploadActions } from './actions'
import { uploadColumns } from './columns'
import { queryOf, UPLOAD_TABS, type UploadListState, uploadList } from './list'

const UploadDialog = lazy(() => onceOnline(() => import('./UploadDialog')))

/** The files that the company shares: staff keep them, clients and partners see their own. */
export function UploadsPage() {
  const { t } = useTranslation('uploads')
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(uploadList)
  const query = queryOf(list.query)
  const isKeeper = can['upload.update'] === true
  const columns = useMemo(() => uploadColumns({ t, format }, isKeeper), [t, format, isKeeper])
  const actions = useUploadActions()
  return (
    <RecordList
      title={t(isKeeper ? 'title' : 'titleOutside')}
      text={t(isKeeper ? 'text' : 'textOutside')}
      action={can['upload.create'] && <SendButton folder={list.values.folder} />}
      tabs={
        can['upload.delete'] && (
          <StatusTabs
            label={t('field.state')}
            value={list.values.state ?? 'available'}
            tabs={UPLOAD_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
            totals={undefined}
            onChange={(state) => list.setFilters({ state })}
          />
        )
      }
      search={t(isKeeper ? 'search' : 'searchOutside')}
      filters={<Filters list={list} isKeeper={isKeeper} />}
      list={list}
      load={(page, options) => loadUploads({ ...query, ...page }, options)}
      result={useUploadList(query, PAGED)}
      columns={columns}
      rowLabel={({ name }) => name}
      menu={actions.menu}
      empty={{ icon: IconFiles, title: t('empty'), text: isKeeper ? t('emptyText') : undefined }}
    >
      {actions.dialog}
    </RecordList>
  )
}

/** Opens the dialog for a new file, in the folder that is shown. */
function SendButton({ folder }: { folder: string | undefined }) {
  const { t } = useTranslation('uploads')
  const [opened, setOpened] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <Button
        classNames={ICON_ON_PHONE}
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        {t('form.create')}
      </Button>
      {isWanted && (
        <Suspense>
          <UploadDialog folder={folder} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

function Filters({ list, isKeeper }: { list: UploadListState; isKeeper: boolean }) {
  const { t } = useTranslation('uploads')
  const { folder, audience } = list.values
  const folders = useUploadFolders().data?.data ?? []
  return (
    <>
      <Select
        aria-label={t('field.folder')}
        placeholder={t('anyFolder')}
        clearable
        searchable
        value={folder ?? null}
        data={folders.map((one) => one.folder).filter(Boolean)}
        onChange={(value) => list.setFilters({ folder: value ?? undefined })}
      />
      {isKeeper && (
        <Select
          aria-label={t('field.audience')}
          placeholder={t('anyAudience')}
          clearable
          value={audience ?? null}
          data={uploadAudienceValues.map((value) => ({ value, label: t(`audience.${value}`) }))}
          onChange={(value) => list.setFilters({ audience: (value as UploadAudience | null) ?? undefined })}
        />
      )}
    </>
  )
}
