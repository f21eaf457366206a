import { Alert, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPinOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePickupWindows } from '@/api/generated/endpoints/pickups/pickups'
import { THIRD } from '@/ui/form/field-width'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { weekdayAndDay } from '@/ui/time/weekdays'

export type WindowValues = { on_date: string | null; from_time: string | null; to_time: string | null }

type WindowFieldsProps = {
  fields: {
    values: WindowValues
    at(path: string): object
    patch(changes: Partial<WindowValues>): void
  }
  /** Where the parcels are: it decides on which days somebody comes. */
  address: { country_id: number | null; postcode: string | null }
}

/** Typing a postcode asks once it pauses. */
const PAUSE_MS = 400

/** The day and the times of a pickup, among those that the warehouse of the address offers. */
export function WindowFields({ fields, address }: WindowFieldsProps) {
  const { t } = useTranslation('pickups')
  const format = useFormat()
  const { values, at, patch } = fields
  const { country_id } = address
  const [postcode] = useDebouncedValue(address.postcode, PAUSE_MS)
  const result = usePickupWindows(
    { country_id: country_id ?? 0, ...(postcode && { postcode }) },
    { query: { enabled: country_id !== null } },
  )
  const offer = result.data?.data
  const days = offer?.days ?? []
  // A day that was chosen before stays until another is chosen.
  const known = values.on_date && !days.includes(values.on_date) ? [values.on_date, ...days] : days
  const time = (name: 'from_time' | 'to_time') => ({
    ...at(name),
    ...THIRD,
    type: 'time',
    withAsterisk: true,
    ...(offer?.opens_at && { min: offer.opens_at }),
    ...(offer?.closes_at && { max: offer.closes_at }),
    value: values[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      patch({ [name]: event.currentTarget.value || null }),
  })

  function choose(on_date: string | null) {
    patch({
      on_date,
      from_time: values.from_time ?? offer?.opens_at ?? null,
      to_time: values.to_time ?? offer?.closes_at ?? null,
    })
  }

  if (result.error && !offer) return <LoadFailure title={t('form.noDays')} result={result} />
  return (
    <>
      <Select
        {...at('on_date')}
        {...THIRD}
        label={t('field.day')}
        placeholder={result.isFetching ? t('form.looking') : t('form.chooseDay')}
        withAsterisk
        allowDeselect={false}
        // On a phone the field has half a row, and each day is to stand on one line.
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        disabled={known.length === 0}
        data={known.map((day) => ({ value: day, label: weekdayAndDay(format, day) }))}
        value={values.on_date}
        onChange={choose}
      />
      <TextInput {...time('from_time')} label={t('field.from_time')} />
      <TextInput {...time('to_time')} label={t('field.to_time')} />
      {/* Below the fields, which would move when the answer comes. */}
      {offer && !offer.is_served && (
        <Alert color="yellow" icon={<IconMapPinOff size={18} aria-hidden />} role="status">
          {t('form.notServed')}
        </Alert>
      )}
      {offer?.is_served && (
        <Text size="xs" c="dimmed">
          {t('form.hours', {
            from: offer.opens_at,
            to: offer.closes_at,
            cutoff: offer.cutoff,
            zone: offer.time_zone,
          })}
        </Text>
      )}
    </>
  )
}
