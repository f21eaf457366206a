import { Button, Menu, Select, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type PriceTable, priceBasisValues, priceConditionKindValues } from '@/api/schema'
import { useProfile } from '@/context/session'
import { DecimalField } from '@/ui/fields/DecimalField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { Condition } from './Condition'
import { LinesChoice } from './LinesChoice'
import { PartHead } from './PartHead'
import type { SurchargesForm } from './SurchargesPage'
import { emptyCondition } from './surcharge-values'
import classes from './Zones.module.css'

type SurchargeFieldsProps = {
  form: SurchargesForm
  at: number
  table: PriceTable
  /** Codes of the zones. */
  zones: readonly string[]
  readOnly: boolean
  onMove(by: 1 | -1): void
  onRemove(): void
}

/** One surcharge: what it multiplies, its bounds, and when it is charged. */
export function SurchargeFields(props: SurchargeFieldsProps) {
  const { form, at, readOnly } = props
  const { t } = useTranslation('price-parts')
  const one = form.values.surcharges[at]
  if (!one) return null
  const path = `surcharges.${at}`
  return (
    <fieldset className={classes.card} disabled={readOnly}>
      <Head {...props} />
      <div className={classes.fields}>
        <TextInput
          label={t('surcharges.code')}
          withAsterisk
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps(`${path}.code`)}
          value={one.code ?? ''}
        />
        <Select
          label={t('surcharges.basis')}
          allowDeselect={false}
          disabled={readOnly}
          data={priceBasisValues.map((value) => ({ value, label: t(`basis.${value}`) }))}
          {...form.getInputProps(`${path}.basis`)}
        />
        <Amounts {...props} />
      </div>
      <Conditions {...props} />
    </fieldset>
  )
}

function Head({ form, at, ...rest }: SurchargeFieldsProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const { surcharges } = form.values
  return (
    <PartHead
      title={grid('place.surcharge', { code: surcharges[at]?.code ?? '' })}
      labels={{ up: t('surcharges.up'), down: t('surcharges.down'), remove: t('surcharges.remove') }}
      at={at}
      count={surcharges.length}
      {...rest}
    />
  )
}

function Amounts({ form, at, table, readOnly }: SurchargeFieldsProps) {
  const { t } = useTranslation('price-parts')
  const { can } = useProfile()
  const one = form.values.surcharges[at]
  if (!one) return null
  const path = `surcharges.${at}`
  const isPercentage = one.basis === 'pct_of' || one.basis === 'pct_value'
  const others = form.values.surcharges.slice(0, at).flatMap(({ code }) => code ?? [])
  const amount = (name: 'amount' | 'cost_amount', label: string, isRequired: boolean) => {
    const shared = {
      label,
      withAsterisk: isRequired,
      ...form.getInputProps(`${path}.${name}`),
      value: one[name] ?? null,
      onChange: (value: string | null) => form.setFieldValue(`${path}.${name}`, value),
    }
    return isPercentage ? (
      <DecimalField {...shared} unit="%" />
    ) : (
      <MoneyField {...shared} currency={table.currency} decimals={6} />
    )
  }
  return (
    <>
      {amount('amount', isPercentage ? t('rules.pct') : t('surcharges.amount'), true)}
      {one.basis === 'pct_of' && (
        <LinesChoice
          label={t('rules.on')}
          disabled={readOnly}
          surcharges={others}
          {...form.getInputProps(`${path}.lines`)}
          value={one.lines}
          onChange={(lines) => form.setFieldValue(`${path}.lines`, lines)}
        />
      )}
      {(['min', 'max', 'free_below'] as const).map((name) => (
        <DecimalField
          key={name}
          label={t(`amount.${name}`)}
          {...form.getInputProps(`${path}.${name}`)}
          value={one[name] ?? null}
          onChange={(value) => form.setFieldValue(`${path}.${name}`, value)}
        />
      ))}
      {can['price_cost.show'] && amount('cost_amount', t('surcharges.cost_amount'), false)}
      <Switch
        mt={28}
        label={t('amount.taxable')}
        {...form.getInputProps(`${path}.taxable`, { type: 'checkbox' })}
      />
    </>
  )
}

function Conditions({ form, at, table, zones, readOnly }: SurchargeFieldsProps) {
  const { t } = useTranslation('price-parts')
  const path = `surcharges.${at}.conditions`
  const conditions = form.values.surcharges[at]?.conditions ?? []
  return (
    <>
      <Text component="h3" fw={600} size="sm" mt="lg">
        {t('conditions.title')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {conditions.length === 0 ? t('conditions.always') : t('conditions.all')}
      </Text>
      {conditions.map((condition, index) => (
        <Condition
          key={condition.key}
          form={form}
          path={`${path}.${index}`}
          condition={condition}
          table={table}
          zones={zones}
          readOnly={readOnly}
          onRemove={() => form.removeListItem(path, index)}
        />
      ))}
      {!readOnly && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              mt="xs"
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
            >
              {t('conditions.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {priceConditionKindValues.map((kind) => (
              <Menu.Item key={kind} onClick={() => form.insertListItem(path, emptyCondition(kind))}>
                {t(`condition.${kind}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
