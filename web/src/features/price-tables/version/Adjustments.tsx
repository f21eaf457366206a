import { ActionIcon, Button, Select, Switch } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { priceAdjustmentKindValues } from '@/api/schema'
import { useProfile } from '@/context/session'
import { DecimalField } from '@/ui/fields/DecimalField'
import { QUARTER } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { LinesChoice } from './LinesChoice'
import type { RuleFields } from './RulesPage'
import { type AdjustmentValues, newAdjustment } from './rule-values'
import classes from './Zones.module.css'

type AdjustmentsProps = { fields: RuleFields; isDraft: boolean }

/** Margins and discounts, in the order in which they are calculated. */
export function Adjustments({ fields, isDraft }: AdjustmentsProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const { values, set, form } = fields
  const put = (next: AdjustmentValues[]) => set('adjustments', next)
  return (
    <FormSection title={grid('rule.adjustments')} text={t('rules.adjustmentsText')}>
      {values.adjustments.map((one, index) => (
        <Adjustment
          key={one.key}
          one={one}
          path={`adjustments.${index}`}
          error={form.errors[`adjustments.${index}.pct`]}
          isDraft={isDraft}
          onChange={(change) => put(values.adjustments.with(index, { ...one, ...change }))}
          onRemove={() => put(values.adjustments.toSpliced(index, 1))}
        />
      ))}
      {isDraft && (
        <Button
          {...QUARTER}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => put([...values.adjustments, newAdjustment()])}
        >
          {t('rules.addAdjustment')}
        </Button>
      )}
    </FormSection>
  )
}

type AdjustmentProps = {
  one: AdjustmentValues
  path: string
  error: ReactNode
  isDraft: boolean
  onChange(change: Partial<AdjustmentValues>): void
  onRemove(): void
}

function Adjustment({ one, path, error, isDraft, onChange, onRemove }: AdjustmentProps) {
  const { t } = useTranslation('price-parts')
  const { can } = useProfile()
  const kinds = priceAdjustmentKindValues.filter((kind) => kind !== 'margin' || can['price_cost.show'])
  return (
    <div className={classes.part}>
      <Select
        label={t('rules.kind')}
        allowDeselect={false}
        disabled={!isDraft}
        data={kinds.map((value) => ({ value, label: t(`adjustment.${value}`) }))}
        value={one.kind}
        onChange={(kind) => kind && onChange({ kind })}
      />
      <DecimalField
        error={error}
        data-path={`${path}.pct`}
        label={t('rules.pct')}
        unit="%"
        withAsterisk
        value={one.pct}
        onChange={(pct) => onChange({ pct })}
      />
      <LinesChoice
        label={t('rules.on')}
        disabled={!isDraft}
        value={one.on}
        onChange={(on) => onChange({ on })}
      />
      <Switch
        mt={28}
        label={t('rules.beforeFuel')}
        disabled={one.on.length !== 1 || one.on[0] !== 'base'}
        checked={one.before_fuel}
        onChange={(event) => onChange({ before_fuel: event.currentTarget.checked })}
      />
      {isDraft && (
        <ActionIcon
          className={classes.remove}
          size="lg"
          aria-label={t('rules.removeAdjustment')}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
