import { ActionIcon, Button, Checkbox, Group, Input, Stack, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickupRules } from '@/api/schema'
import { useSite } from '@/context/site'
import { DayField } from '@/ui/fields/DayField'
import { MoneyField } from '@/ui/fields/MoneyField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { WEEKDAYS, weekdayName } from '@/ui/time/weekdays'
import { NO_PICKUP, type WarehouseValues } from './values'

type Fields = TiedFields<WarehouseValues>

type RulesProps = { fields: Fields; rules: PickupRules; change(changes: Partial<PickupRules>): void }

/** When and where the warehouse picks parcels up. */
export function PickupSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('warehouses')
  const { values, set } = fields
  const rules = values.pickup
  return (
    <FormSection title={t('section.pickup')} text={t('section.pickupText')}>
      <Switch
        label={t('pickup.on')}
        checked={rules !== null}
        onChange={(event) => set('pickup', event.currentTarget.checked ? NO_PICKUP : null)}
      />
      {rules && (
        <Rules fields={fields} rules={rules} change={(changes) => set('pickup', { ...rules, ...changes })} />
      )}
    </FormSection>
  )
}

const TIMES = ['opens_at', 'closes_at', 'cutoff'] as const

function Rules(props: RulesProps) {
  const { t } = useTranslation('warehouses')
  const { config } = useSite()
  const { fields, rules, change } = props
  return (
    <>
      {TIMES.map((name) => (
        <TextInput
          key={name}
          {...fields.at(`pickup.${name}`)}
          {...THIRD}
          type="time"
          label={t(`field.${name}`)}
          {...(name === 'cutoff' && { description: t('hint.cutoff') })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={rules[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      ))}
      <Weekdays {...props} />
      <Dates {...props} />
      <Areas {...props} />
      <MoneyField
        {...fields.at('pickup.cancel_fee')}
        {...HALF}
        label={t('field.cancel_fee')}
        description={t('hint.cancel_fee')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        currency={config.currency}
        value={rules.cancel_fee ?? null}
        onChange={(cancel_fee) => change({ cancel_fee })}
      />
    </>
  )
}

function Weekdays({ fields, rules, change }: RulesProps) {
  const { t } = useTranslation('warehouses')
  const format = useFormat()
  return (
    <Checkbox.Group
      {...fields.at('pickup.closed_weekdays')}
      label={t('field.closed_weekdays')}
      value={rules.closed_weekdays.map(String)}
      onChange={(days) => change({ closed_weekdays: days.map(Number) })}
    >
      <Group gap="md" mt={4}>
        {WEEKDAYS.map((day) => (
          <Checkbox key={day} value={String(day)} label={weekdayName(format, day)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Dates({ fields, rules, change }: RulesProps) {
  const { t } = useTranslation('warehouses')
  const dates = rules.closed_dates
  const put = (at: number, day: string) => change({ closed_dates: dates.with(at, day) })
  return (
    <Input.Wrapper label={t('pickup.dates')} labelElement="div" {...fields.at('pickup.closed_dates')}>
      <Stack gap="xs" mt={4}>
        {dates.map((day, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a day that is typed has no other name
            key={at}
            onRemove={() => fields.form.removeListItem('pickup.closed_dates', at)}
          >
            <DayField
              {...fields.at(`pickup.closed_dates.${at}`)}
              aria-label={t('field.closed_date')}
              value={day}
              onChange={(typed) => put(at, typed)}
            />
          </Row>
        ))}
        <Add label={t('pickup.addDate')} onAdd={() => change({ closed_dates: [...dates, ''] })} />
      </Stack>
    </Input.Wrapper>
  )
}

function Areas({ fields, rules, change }: RulesProps) {
  const { t } = useTranslation('warehouses')
  const { areas } = rules
  return (
    <Input.Wrapper
      label={t('pickup.areas')}
      labelElement="div"
      description={t('hint.areas')}
      {...fields.at('pickup.areas')}
    >
      <Stack gap="xs" mt={4}>
        {areas.map((area, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a range that is typed has no other name
          <Row key={at} onRemove={() => fields.form.removeListItem('pickup.areas', at)}>
            {(['from', 'to'] as const).map((end) => (
              <TextInput
                key={end}
                {...fields.at(`pickup.areas.${at}.${end}`)}
                aria-label={t(end === 'from' ? 'field.areaFrom' : 'field.areaTo')}
                placeholder={t(end === 'from' ? 'field.areaFrom' : 'field.areaTo')}
                flex={1}
                maxLength={20}
                value={area[end]}
                onChange={(event) =>
                  change({ areas: areas.with(at, { ...area, [end]: event.currentTarget.value }) })
                }
              />
            ))}
          </Row>
        ))}
        <Add label={t('pickup.addArea')} onAdd={() => change({ areas: [...areas, { from: '', to: '' }] })} />
      </Stack>
    </Input.Wrapper>
  )
}

function Row({ onRemove, children }: { onRemove(): void; children: ReactNode }) {
  const { t } = useTranslation('warehouses')
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {children}
      <ActionIcon variant="default" size={36} aria-label={t('pickup.remove')} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function Add({ label, onAdd }: { label: string; onAdd(): void }) {
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
        onClick={onAdd}
      >
        {label}
      </Button>
    </div>
  )
}
