import { ActionIcon, Button, Group, Menu, Select, Switch, Text, TextInput, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type PriceTable, priceBasisValues, priceConditionKindValues } from '@/api/schema'
import { useProfile } from '@/app/session'
import { DecimalField } from '@/ui/fields/DecimalField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { Condition } from './Condition'
import { LinesChoice } from './LinesChoice'
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

function Head({ form, at, readOnly, onMove, onRemove }: SurchargeFieldsProps) {
  const { t } = useTranslation('price-parts')
  const { t: grid } = useTranslation('price-grid')
  const tools = [
    { label: t('surcharges.up'), icon: IconArrowUp, disabled: at === 0, run: () => onMove(-1) },
    {
      label: t('surcharges.down'),
      icon: IconArrowDown,
      disabled: at === form.values.surcharges.length - 1,
      run: () => onMove(1),
    },
    { label: t('surcharges.remove'), icon: IconTrash, disabled: false, run: onRemove },
  ]
  return (
    <Group justify="space-between" mb="sm">
      <Text component="h2" fw={600}>
        {grid('place.surcharge', { code: form.values.surcharges[at]?.code ?? '' })}
      </Text>
      {!readOnly && (
        <Group gap={4}>
          {tools.map(({ label, icon: Drawing, disabled, run }) => (
            <Tooltip key={label} label={label}>
              <ActionIcon size="lg" aria-label={label} disabled={disabled} onClick={run}>
                <Drawing size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
      )}
    </Group>
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
