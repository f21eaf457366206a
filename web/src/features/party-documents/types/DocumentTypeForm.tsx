import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  documentTypeCreate,
  documentTypeUpdate,
  useDocumentTypeShow,
} from '@/api/generated/endpoints/parties/parties'
import { freshly } from '@/api/record-query'
import type { PartyDocumentType, PartyDocumentTypeInput } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { WholeField } from '@/ui/fields/WholeField'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshDocumentTypes, useDocumentTypeSwitch } from './useDocumentTypeSwitch'

type TypeValues = { name: string; retention_months: number | null; version?: number }

const valuesOf = ({ name, retention_months, version }: PartyDocumentType): TypeValues => ({
  name,
  retention_months,
  version,
})
const inputOf = ({ name, retention_months }: TypeValues): PartyDocumentTypeInput => ({
  name,
  retention_months,
})

/** Creates a type of documents, or changes the one of this id. */
export function DocumentTypeForm({ id }: { id?: string }) {
  const { t } = useTranslation('document-types')
  const { required } = useRules()
  const switching = useDocumentTypeSwitch()
  return (
    <RecordForm
      name="document-type"
      id={id}
      result={useDocumentTypeShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      text={t('text')}
      nameOf={({ name }) => name}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={(): TypeValues => ({ name: '', retention_months: null })}
      valuesOf={valuesOf}
      validate={{ name: required }}
      save={(values, kept) =>
        kept
          ? documentTypeUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : documentTypeCreate(inputOf(values))
      }
      refresh={refreshDocumentTypes}
      leaveTo={paths['document_types.index']}
    >
      {({ values, text, at, set }) => (
        <FormSection title={t('section')}>
          <TextInput {...text('name')} label={t('field.name')} withAsterisk maxLength={60} />
          <WholeField
            {...at('retention_months')}
            label={t('field.retention_months')}
            description={t('retentionText')}
            max={240}
            value={values.retention_months}
            onChange={(months) => set('retention_months', months)}
          />
        </FormSection>
      )}
    </RecordForm>
  )
}
