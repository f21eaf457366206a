import { Alert, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  trackingEventCreate,
  trackingEventUpdate,
  useTrackingEventShow,
} from '@/api/generated/endpoints/tracking/tracking'
import { freshly } from '@/api/record-query'
import { eventStageValues, type ShipmentStatus, shipmentStatusValues } from '@/api/schema'
import { ActiveBadge } from '@/blocks/ActiveBadge'
import { RecordForm } from '@/blocks/RecordForm'
import { SwitchButton } from '@/blocks/SwitchButton'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, LOCALE_MAP_KEYS } from '@/i18n'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshTrackingEvents, useTrackingEventSwitch } from './useTrackingEventSwitch'
import { EMPTY, type EventValues, inputOf, valuesOf } from './values'

/** The first status that an own event can set: earlier ones come from what people do with the shipment. */
const FIRST_STATUS = 40

/** Creates a tracking event, or changes the one of this id. */
export function TrackingEventForm({ id }: { id?: string }) {
  const { t } = useTranslation('tracking-events')
  const { required } = useRules()
  const { domain } = useSite()
  const switching = useTrackingEventSwitch()
  const result = useTrackingEventShow(id ?? '', freshly(id))
  const spoken = LOCALE_MAP_KEYS[domain.default_language]
  const isSystem = result.data?.data.own === false
  return (
    <RecordForm
      name="tracking-event"
      id={id}
      result={result}
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
        short_description_locale: { [spoken]: required },
        description_locale: { [spoken]: required },
      }}
      save={(values, kept) =>
        kept
          ? trackingEventUpdate(kept.id, { ...inputOf(values), version: kept.version })
          : trackingEventCreate(inputOf(values))
      }
      refresh={refreshTrackingEvents}
      submitLabel={t('save')}
      leaveTo={paths['tracking_events.index']}
    >
      {(fields) => (
        <>
          {isSystem && <Alert mb="sm">{t('systemText')}</Alert>}
          <Effect fields={fields} isNew={!id} isSystem={isSystem} />
          <Texts fields={fields} />
        </>
      )}
    </RecordForm>
  )
}

type SectionProps = { fields: TiedFields<EventValues> }

function Effect({ fields, isNew, isSystem }: SectionProps & { isNew: boolean; isSystem: boolean }) {
  const { t } = useTranslation('tracking-events')
  const { form, at, values, set } = fields
  const statuses = shipmentStatusValues.filter((status) => isSystem || status >= FIRST_STATUS)
  return (
    <FormSection title={t('section.effect')} text={t('section.effectText')}>
      <TextInput
        {...HALF}
        label={t('field.code')}
        description={isNew ? t('hint.code') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        maxLength={30}
        autoComplete="off"
        autoCapitalize="characters"
        disabled={!isNew}
        {...form.getInputProps('code')}
      />
      <Select
        {...HALF}
        label={t('field.stage')}
        allowDeselect={false}
        disabled={isSystem}
        data={eventStageValues.map((value) => ({ value, label: t(`stage.${value}`) }))}
        {...form.getInputProps('stage')}
      />
      <Select
        {...at('status_effect')}
        label={t('field.status_effect')}
        description={isSystem ? undefined : t('hint.status_effect')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        clearable
        searchable
        disabled={isSystem}
        data={statuses.map((status) => ({ value: String(status), label: t(`status.${status}`) }))}
        value={values.status_effect === null ? null : String(values.status_effect)}
        onChange={(status) =>
          set('status_effect', status === null ? null : (Number(status) as ShipmentStatus))
        }
      />
      <Checkbox label={t('field.public')} {...form.getInputProps('public', { type: 'checkbox' })} />
      <Checkbox
        label={t('field.notify')}
        description={t('hint.notify')}
        disabled={!values.public}
        {...form.getInputProps('notify', { type: 'checkbox' })}
      />
    </FormSection>
  )
}

function Texts({ fields: { form } }: SectionProps) {
  const { t } = useTranslation('tracking-events')
  const { domain } = useSite()
  const asked = (language: keyof typeof LOCALE_MAP_KEYS) => ({
    ...HALF,
    lang: language,
    withAsterisk: language === domain.default_language,
  })
  return (
    <FormSection title={t('section.texts')} text={t('section.textsText')}>
      {domain.languages.map((language) => (
        <TextInput
          key={language}
          {...asked(language)}
          label={t('field.shortIn', { language: LANGUAGE_NAMES[language] })}
          maxLength={120}
          {...form.getInputProps(`short_description_locale.${LOCALE_MAP_KEYS[language]}`)}
        />
      ))}
      {domain.languages.map((language) => (
        <Textarea
          key={language}
          {...asked(language)}
          label={t('field.descriptionIn', { language: LANGUAGE_NAMES[language] })}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={300}
          {...form.getInputProps(`description_locale.${LOCALE_MAP_KEYS[language]}`)}
        />
      ))}
    </FormSection>
  )
}
