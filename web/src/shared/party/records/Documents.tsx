import { Anchor, Badge, Select, Textarea, TextInput } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidatePartyDocumentList,
  partyDocumentCreate,
  partyDocumentDelete,
  partyDocumentShow,
  partyDocumentUpdate,
  usePartyDocumentList,
} from '@/api/generated/endpoints/parties/parties'
import type { PartyDocument, PartyDocumentUpdate } from '@/api/schema'
import { useProfile } from '@/context/session'
import { DayField } from '@/ui/fields/DayField'
import { FileField } from '@/ui/fields/FileField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, THIRD } from '@/ui/form/field-width'
import { useFormat } from '@/ui/format'
import { type DocumentKind, readKind, useDocumentKinds } from './document-kinds'
import { OwnedForm } from './OwnedForm'
import { ALL_OF_OWNER, type OwnerRef } from './owner'
import { RecordsPanel } from './RecordsPanel'

const MAX_BYTES = 10 * 1024 * 1024

const COLORS = { verified: 'teal', expired: 'red', replaced: 'gray' } as const

export type DocumentValues = DocumentKind & {
  number: string | null
  issued_on: string | null
  expires_on: string | null
  notes: string | null
  file: File | null
  version?: number
}

const EMPTY: DocumentValues = {
  kind: 'identity',
  type_id: null,
  number: null,
  issued_on: null,
  expires_on: null,
  notes: null,
  file: null,
}

export const valuesOf = (document: PartyDocument): DocumentValues => ({
  kind: document.kind,
  type_id: document.type_id,
  number: document.number,
  issued_on: document.issued_on,
  expires_on: document.expires_on,
  notes: document.notes,
  file: null,
  version: document.version,
})

export const fieldsOf = ({
  version: _,
  file: __,
  ...values
}: DocumentValues): Omit<PartyDocumentUpdate, 'version'> => values

/** A form has no null: what is not filled in is left out. */
export const filled = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

/** The documents of the owner, the first to expire first. */
export function Documents({ owner }: { owner: OwnerRef }) {
  const { t } = useTranslation('party-records')
  const { can } = useProfile()
  const format = useFormat()
  const queryClient = useQueryClient()
  const refresh = () => invalidatePartyDocumentList(queryClient)
  return (
    <RecordsPanel<PartyDocument>
      result={usePartyDocumentList({ ...owner, ...ALL_OF_OWNER })}
      icon={IconFileText}
      words={{ add: t('document.add'), empty: t('document.empty'), emptyText: t('document.emptyText') }}
      mayAdd={can['party_document.create']}
      nameOf={({ kind, type_name, number }) =>
        [type_name ?? t(`document.kind.${kind}`), number].filter(Boolean).join(' ')
      }
      badges={({ state }) =>
        state !== 'unverified' && (
          <Badge variant="light" color={COLORS[state]} radius="sm" tt="none">
            {t(`document.${state}`)}
          </Badge>
        )
      }
      lines={({ id, issued_on, expires_on, delete_on, notes, file_name, file_size }) => [
        issued_on && t('document.issued', { day: format.day(issued_on) }),
        expires_on && t('document.expires', { day: format.day(expires_on) }),
        delete_on && t('document.deleteOn', { day: format.day(delete_on) }),
        notes,
        file_name && (
          <>
            <Anchor size="sm" href={`/api/party_documents/${id}/file`} download>
              {file_name}
            </Anchor>{' '}
            {format.bytes(file_size ?? 0)}
          </>
        ),
      ]}
      form={(document, close) => (
        <DocumentForm owner={owner} document={document} refresh={refresh} onClose={close} />
      )}
      remove={partyDocumentDelete}
      refresh={refresh}
    />
  )
}

type DocumentFormProps = {
  owner: OwnerRef
  document: PartyDocument | undefined
  refresh(): Promise<unknown>
  onClose(): void
}

function DocumentForm({ owner, document, refresh, onClose }: DocumentFormProps) {
  const { t } = useTranslation('party-records')
  return (
    <OwnedForm<DocumentValues>
      name={document ? `party-document-${document.id}` : `party-document-of-${owner.owner_id}`}
      title={t('document.one')}
      initial={document ? valuesOf(document) : EMPTY}
      validate={{}}
      newest={document && (async () => valuesOf((await partyDocumentShow(document.id)).data))}
      submit={(values) =>
        document
          ? partyDocumentUpdate(document.id, {
              ...fieldsOf(values),
              version: values.version ?? document.version,
            })
          : partyDocumentCreate({
              ...owner,
              ...filled(fieldsOf(values)),
              ...(values.file && { file: values.file, file_name: values.file.name }),
            })
      }
      refresh={refresh}
      onClose={onClose}
    >
      {(fields) => (
        <DocumentFieldset fields={fields} typeName={document?.type_name} isNew={document === undefined} />
      )}
    </OwnedForm>
  )
}

type FieldsProps = {
  fields: TiedFields<DocumentValues>
  /** Name of the own type that the document has. */
  typeName: string | null | undefined
  isNew: boolean
}

/** The fields of a document; a new one takes a file. */
export function DocumentFieldset({ fields, typeName, isNew }: FieldsProps) {
  const { values, errors, text, input, at, set, patch } = fields
  const { t } = useTranslation('party-records')
  const kinds = useDocumentKinds(values.type_id, typeName)
  return (
    <>
      <Select
        {...at(errors.type_id ? 'type_id' : 'kind')}
        {...HALF}
        label={t('document.field.kind')}
        allowDeselect={false}
        value={values.type_id ?? values.kind}
        data={kinds}
        onChange={(option) => option && patch(readKind(option))}
      />
      <TextInput {...text('number')} {...HALF} label={t('document.field.number')} maxLength={60} />
      <DayField {...input('issued_on')} {...THIRD} label={t('document.field.issued_on')} />
      <DayField {...input('expires_on')} {...THIRD} label={t('document.field.expires_on')} />
      <Textarea {...text('notes')} label={t('document.field.notes')} autosize maxLength={500} />
      {isNew && (
        <FileField
          label={t('document.field.file')}
          text={t('document.fileText')}
          value={values.file}
          accept=".pdf,.jpg,.jpeg,.png"
          maxBytes={MAX_BYTES}
          error={errors.file}
          onChange={(file) => set('file', file)}
        />
      )}
    </>
  )
}
