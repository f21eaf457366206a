import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { StockItemChoice } from '@/shared/choices/StockChoice'
import { MoneyField } from '@/ui/fields/MoneyField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { FormSection } from '@/ui/form/ResourceForm'
import classes from './Purchases.module.css'
import { emptyLine, type LineValues, type PurchaseValues } from './values'

/** Most lines of a purchase. */
const MOST = 200

/** The goods to order. Costs are for who may see them. */
export function LineFields({ fields: { values, at, set } }: { fields: TiedFields<PurchaseValues> }) {
  const { t } = useTranslation('purchases')
  const { can } = useProfile()
  const { lines } = values
  const change = (index: number, line: LineValues, more: Partial<LineValues>) =>
    set('lines', lines.with(index, { ...line, ...more }))
  return (
    <FormSection title={t('section.lines')} text={t('section.linesText')}>
      {lines.map((line, index) => (
        <div key={line.key} className={classes.typed}>
          <StockItemChoice
            {...at(`lines.${index}.item_id`)}
            label={t('lineItem', { number: index + 1 })}
            withAsterisk
            owner={values.client_id}
            name={line.item}
            value={line.item_id}
            onChange={(item_id, item) => change(index, line, { item_id, item: item ?? null })}
          />
          <WholeField
            {...at(`lines.${index}.quantity`)}
            label={t('field.quantity')}
            withAsterisk
            max={1_000_000_000}
            value={line.quantity}
            onChange={(quantity) => change(index, line, { quantity })}
          />
          {can['price_cost.show'] && (
            <MoneyField
              {...at(`lines.${index}.unit_cost`)}
              label={t('field.unit_cost')}
              decimals={4}
              value={line.unit_cost}
              {...(values.currency && { currency: values.currency })}
              onChange={(unit_cost) => change(index, line, { unit_cost })}
            />
          )}
          <ActionIcon
            variant="default"
            size={44}
            disabled={lines.length === 1}
            aria-label={t('removeLine', { number: index + 1 })}
            onClick={() => set('lines', lines.toSpliced(index, 1))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          disabled={lines.length >= MOST}
          leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
          onClick={() => set('lines', [...lines, emptyLine()])}
        >
          {t('addLine')}
        </Button>
      </div>
    </FormSection>
  )
}
