import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  advancedPostCreate,
  advancedPostUpdate,
  useAdvancedPostShow,
} from '@/api/generated/endpoints/providers/providers'
import { freshly } from '@/api/record-query'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordAddress } from '@/blocks/RecordAddress'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshAdvancedPosts, useAdvancedPostSwitch } from './useAdvancedPostSwitch'
import { emptyPost, inputOf, type PostValues, valuesOf } from './values'

/** Creates a drop-off post, or changes the one of this id. */
export function AdvancedPostForm({ id }: { id?: string }) {
  const { t } = useTranslation('advanced-posts')
  const { required } = useRules()
  const { config } = useSite()
  const switching = useAdvancedPostSwitch()
  return (
    <RecordForm
      name="advanced-post"
      id={id}
      result={useAdvancedPostShow(id ?? '', freshly(id))}
      lookups={[useChoices()]}
      title={id ? t('one') : t('create')}
      nameOf={({ name }) => name}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => emptyPost(config.country_id)}
      valuesOf={valuesOf}
      validate={{ code: required, name: required, city: required, country_id: required, address_1: required }}
      save={(values, kept) =>
        kept
          ? advancedPostUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : advancedPostCreate(inputOf(values))
      }
      refresh={refreshAdvancedPosts}
      submitLabel={t('save')}
      leaveTo={paths['advanced_posts.index']}
    >
      {(fields) => (
        <>
          <General fields={fields} />
          <FormSection title={t('section.address')} text={t('section.addressText')}>
            <RecordAddress fields={fields} also={['address_1']} />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

function General({ fields: { values, at, set, text } }: { fields: TiedFields<PostValues> }) {
  const { t } = useTranslation('advanced-posts')
  return (
    <FormSection title={t('section.general')} text={t('section.generalText')}>
      <TextInput {...text('code')} {...HALF} label={t('field.code')} withAsterisk maxLength={20} />
      <TextInput {...text('name')} {...HALF} label={t('field.name')} withAsterisk maxLength={80} />
      <TextInput
        {...text('hours')}
        label={t('field.hours')}
        description={t('hoursText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
      />
      <TextInput {...text('phone')} {...HALF} type="tel" label={t('field.phone')} maxLength={40} />
      <WholeField
        {...at('position')}
        {...HALF}
        label={t('field.position')}
        description={t('positionText')}
        max={1000}
        value={values.position}
        onChange={(value) => set('position', value)}
      />
    </FormSection>
  )
}
