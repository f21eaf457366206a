import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCurrencies } from '@/shared/choices/CurrencyChoice'
import { DecimalField } from '@/ui/fields/DecimalField'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { useSeparators } from '@/ui/fields/MeasureField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { HALF, THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { usePlaces } from '../usePlaces'
import type { TrySectionProps } from './RouteSections'
import classes from './Try.module.css'
import { emptyLine, type LineValues } from './values'

const MOST_LINES = 200
const MOST_UNITS = 1_000_000

export function GoodsSection({ fields }: TrySectionProps) {
  const { t } = useTranslation('tax-try')
  const { values, set, choice } = fields
  const currencies = useCurrencies()
  const { lines } = values
  const change = (at: number, patch: Partial<LineValues>) =>
    set(
      'lines',
      lines.map((line, index) => (index === at ? { ...line, ...patch } : line)),
    )
  return (
    <>
      <FormSection title={t('section.goods')} text={t('section.goodsText')}>
        <FirstSelect
          {...HALF}
          {...choice('currency')}
          label={t('field.currency')}
          withAsterisk
          allowDeselect={false}
          data={currencies}
        />
        {lines.map((line, index) => (
          <Line
            key={line.key}
            fields={fields}
            line={line}
            index={index}
            onChange={(patch) => change(index, patch)}
            onRemove={() => set('lines', lines.toSpliced(index, 1))}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={lines.length >= MOST_LINES}
            onClick={() => set('lines', [...lines, emptyLine(lines, values.dispatch)])}
          >
            {t('add')}
          </Button>
        </div>
      </FormSection>
      <ValueSection fields={fields} />
    </>
  )
}

type LineProps = TrySectionProps & {
  line: LineValues
  index: number
  onChange(patch: Partial<LineValues>): void
  onRemove(): void
}

function Line({ fields: { at, values }, line, index, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('tax-try')
  const { places } = usePlaces()
  const separators = useSeparators()
  const place = (name: keyof LineValues) => at(`lines.${index}.${name}`)
  return (
    <fieldset className={classes.line}>
      <legend className={classes.lineTitle}>{t('item', { number: index + 1 })}</legend>
      {values.lines.length > 1 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.remove}
          aria-label={t('remove', { number: index + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      <TextInput
        {...place('hs')}
        label={t('field.hs')}
        inputMode="numeric"
        maxLength={14}
        value={line.hs}
        onChange={(event) => onChange({ hs: event.currentTarget.value })}
      />
      <FirstSelect
        {...place('origin')}
        label={t('field.origin')}
        withAsterisk
        allowDeselect={false}
        data={places.filter(({ id }) => id !== null).map(({ code, label }) => ({ value: code, label }))}
        value={line.origin || null}
        onChange={(origin) => onChange({ origin: origin ?? '' })}
      />
      <MoneyField
        {...place('value')}
        label={t('field.value')}
        withAsterisk
        currency={values.currency}
        value={line.value}
        onChange={(value) => onChange({ value })}
      />
      <NumberInput
        {...place('quantity')}
        {...separators}
        label={t('field.quantity')}
        hideControls
        min={1}
        max={MOST_UNITS}
        allowNegative={false}
        allowDecimal={false}
        inputMode="numeric"
        value={line.quantity}
        onChange={(quantity) => onChange({ quantity: Number(quantity) || 1 })}
      />
      <DecimalField
        {...place('tariff_rate')}
        label={t('field.tariff_rate')}
        unit="%"
        decimals={4}
        value={line.tariff_rate}
        onChange={(tariff_rate) => onChange({ tariff_rate })}
      />
    </fieldset>
  )
}

function ValueSection({ fields: { values, at, set } }: TrySectionProps) {
  const { t } = useTranslation('tax-try')
  return (
    <FormSection title={t('section.values')}>
      {(['freight', 'insurance'] as const).map((name) => (
        <MoneyField
          {...THIRD}
          {...at(name)}
          key={name}
          label={t(`field.${name}`)}
          currency={values.currency}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      <DecimalField
        {...THIRD}
        {...at('weight_kg')}
        label={t('field.weight_kg')}
        unit="kg"
        decimals={3}
        value={values.weight_kg}
        onChange={(value) => set('weight_kg', value)}
      />
    </FormSection>
  )
}
