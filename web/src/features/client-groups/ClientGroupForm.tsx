import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  clientGroupCreate,
  clientGroupUpdate,
  useClientGroupShow,
} from '@/api/generated/endpoints/parties/parties'
import { freshly } from '@/api/record-query'
import type { ClientGroup, ClientGroupInput } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshClientGroups, useClientGroupSwitch } from './useClientGroupSwitch'

type GroupValues = { title: string; description: string | null; version?: number }

const valuesOf = ({ title, description, version }: ClientGroup): GroupValues => ({
  title,
  description,
  version,
})
const inputOf = ({ title, description }: GroupValues): ClientGroupInput => ({ title, description })

/** Creates a group of clients, or changes the one of this id. */
export function ClientGroupForm({ id }: { id?: string }) {
  const { t } = useTranslation('client-groups')
  const { required } = useRules()
  const switching = useClientGroupSwitch()
  return (
    <RecordForm
      name="client-group"
      id={id}
      result={useClientGroupShow(id ?? '', freshly(id))}
      title={id ? t('one') : t('create')}
      text={t('text')}
      nameOf={({ title }) => title}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={(): GroupValues => ({ title: '', description: null })}
      valuesOf={valuesOf}
      validate={{ title: required }}
      save={(values, kept) =>
        kept
          ? clientGroupUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : clientGroupCreate(inputOf(values))
      }
      refresh={refreshClientGroups}
      leaveTo={paths['client_groups.index']}
    >
      {({ text }) => (
        <FormSection title={t('section')}>
          <TextInput {...text('title')} label={t('field.title')} withAsterisk maxLength={80} />
          <Textarea
            {...text('description')}
            label={t('field.description')}
            autosize
            minRows={2}
            maxLength={200}
          />
        </FormSection>
      )}
    </RecordForm>
  )
}
