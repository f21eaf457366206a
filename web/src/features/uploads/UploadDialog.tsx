import { Autocomplete, Modal, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadShow, uploadUpdate, useUploadFolders } from '@/api/generated/endpoints/uploads/uploads'
import { type Upload, type UploadAudience, uploadAudienceValues } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useSite } from '@/context/site'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { OwnedForm } from '@/shared/party/records/OwnedForm'
import { useOpened } from '@/ui/dialogs/overlay'
import { FileField } from '@/ui/fields/FileField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { useFormat } from '@/ui/format'
import { refreshUploads } from './refresh'
import { sendFile } from './send-file'

type UploadValues = {
  file: File | null
  name: string | null
  folder: string | null
  audience: UploadAudience
  client_id: string | null
  version?: number
}

const EMPTY: UploadValues = { file: null, name: null, folder: null, audience: 'staff', client_id: null }

const valuesOf = ({ name, folder, audience, client_id, version }: Upload): UploadValues => ({
  file: null,
  name,
  folder: folder || null,
  audience,
  client_id,
  version,
})

const fieldsOf = ({ name, folder, audience, client_id }: UploadValues) => ({
  name: name ?? '',
  folder: folder ?? '',
  audience,
  client_id: audience === 'client' ? client_id : null,
})

/** A draft keeps no file. */
const isFile = (value: unknown): value is File => value instanceof File

type UploadDialogProps = { upload?: Upload; folder?: string } & DialogState<Upload>

/** Sends a file, or changes its folder, its name and who sees it. */
export default function UploadDialog({ upload, folder, opened, onClose }: UploadDialogProps) {
  const { t } = useTranslation(['uploads', 'common'])
  const client = useQueryClient()
  const [sent, setSent] = useState<number>()

  async function send({ file, ...values }: UploadValues) {
    if (!isFile(file)) return
    setSent(0)
    await sendFile(file, fieldsOf({ file, ...values }), setSent).finally(() => setSent(undefined))
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={upload ? t('form.update') : t('form.create')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OwnedForm<UploadValues>
        name={upload ? `upload-${upload.id}` : 'upload'}
        title={t('form.title')}
        initial={upload ? valuesOf(upload) : { ...EMPTY, folder: folder ?? null }}
        validate={{
          file: (file) => (upload || isFile(file) ? null : t('form.fileMissing')),
        }}
        newest={upload && (async () => valuesOf((await uploadShow(upload.id)).data))}
        submit={(values) =>
          upload
            ? uploadUpdate(upload.id, { ...fieldsOf(values), version: values.version ?? upload.version })
            : send(values)
        }
        refresh={() => refreshUploads(client)}
        onClose={onClose}
      >
        {(fields) => <UploadFieldset fields={fields} isNew={upload === undefined} sent={sent} />}
      </OwnedForm>
    </Modal>
  )
}

type FieldsetProps = { fields: TiedFields<UploadValues>; isNew: boolean; sent: number | undefined }

function UploadFieldset({ fields, isNew, sent }: FieldsetProps) {
  const { values, errors, text, input, at, set, patch } = fields
  const { t } = useTranslation('uploads')
  const format = useFormat()
  const { max_upload_bytes } = useSite().config
  const folders = useUploadFolders().data?.data ?? []
  return (
    <>
      {isNew && (
        <FileField
          label={t('field.file')}
          text={t('form.fileText', { max: format.bytes(max_upload_bytes) })}
          maxBytes={max_upload_bytes}
          value={isFile(values.file) ? values.file : null}
          progress={sent}
          disabled={sent !== undefined}
          error={errors.file ?? errors.size}
          onChange={(file) => patch({ file, name: file?.name ?? values.name })}
        />
      )}
      <TextInput {...text('name')} label={t('field.name')} maxLength={200} withAsterisk />
      <Autocomplete
        {...input('folder')}
        {...HALF}
        label={t('field.folder')}
        maxLength={100}
        data={folders.map((one) => one.folder).filter(Boolean)}
      />
      <Select
        {...at('audience')}
        {...HALF}
        label={t('field.audience')}
        allowDeselect={false}
        value={values.audience}
        data={uploadAudienceValues.map((value) => ({ value, label: t(`audience.${value}`) }))}
        onChange={(audience) => audience && set('audience', audience)}
      />
      {values.audience === 'client' && (
        <ClientChoice
          {...at('client_id')}
          label={t('field.client_id')}
          withAsterisk
          value={values.client_id}
          onChange={(id) => set('client_id', id)}
        />
      )}
    </>
  )
}
