import { Checkbox, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '@/ui/fields/DayField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { useFormat } from '@/ui/format'
import { WEEKDAYS, weekdayName } from '@/ui/time/weekdays'
import type { PickupValues } from './values'

/** The days of the week on which the pickup is asked for again. */
export function RepeatFields({ fields: { values, at, set } }: { fields: TiedFields<PickupValues> }) {
  const { t } = useTranslation('pickups')
  const format = useFormat()
  return (
    <>
      <Checkbox.Group
        {...at('repeats.weekdays')}
        label={t('field.repeats')}
        value={values.weekdays}
        onChange={(days) => set('weekdays', days)}
      >
        <Group gap="md" mt={4}>
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={String(day)} label={weekdayName(format, day)} />
          ))}
        </Group>
      </Checkbox.Group>
      {values.weekdays.length > 0 && (
        <DayField
          {...at('repeats.until')}
          {...HALF}
          label={t('field.until')}
          description={t('form.untilHint')}
          value={values.until}
          onChange={(until) => set('until', until)}
        />
      )}
    </>
  )
}
