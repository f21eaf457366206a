import { useTranslation } from 'react-i18next'
import { serviceCreate, serviceUpdate, useServiceShow } from '@/api/generated/endpoints/services/services'
import { freshly } from '@/api/record-query'
import { useChoices } from '@/api/useChoices'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LOCALE_MAP_KEYS } from '@/i18n'
import { MembersSection } from '@/shared/choices/MembersSection'
import { useRules } from '@/ui/form/useRules'
import { Limits, Needs } from './LimitSections'
import { Names, Terms } from './MainSections'
import { refreshServices, useServiceSwitch } from './useServiceSwitch'
import { EMPTY, inputOf, valuesOf } from './values'

/** Creates a service, or changes the one of this id. */
export function ServiceForm({ id }: { id?: string }) {
  const { t } = useTranslation('services')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = useServiceSwitch()
  const result = useServiceShow(id ?? '', freshly(id))
  return (
    <RecordForm
      name="service"
      id={id}
      result={result}
      lookups={[useChoices()]}
      title={id ? t('one') : t('create')}
      nameOf={({ code }) => code}
      aside={({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} />}
      action={(record, onSwitched) => (
        <SwitchButton record={record} switching={switching} onSwitched={onSwitched} />
      )}
      empty={() => EMPTY}
      valuesOf={valuesOf}
      validate={{
        code: required,
        title_locale: { [LOCALE_MAP_KEYS[domain.default_language]]: required },
        volumetric_divisor: required,
        rounding_step_g: required,
        value_currency: (code, { max_value }) => (max_value === null ? null : required(code)),
      }}
      save={(values, kept) =>
        kept
          ? serviceUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : serviceCreate(inputOf(values))
      }
      refresh={refreshServices}
      submitLabel={t('save')}
      leaveTo={paths['services.index']}
    >
      {(fields) => (
        <>
          <Names fields={fields} record={result.data?.data} />
          <Terms fields={fields} />
          <Limits fields={fields} />
          <Needs fields={fields} record={result.data?.data} />
          <MembersSection
            text={t('section.membersText')}
            value={fields.values.profile_ids}
            onChange={(ids) => fields.set('profile_ids', ids)}
            error={fields.errors.profile_ids}
          />
        </>
      )}
    </RecordForm>
  )
}
