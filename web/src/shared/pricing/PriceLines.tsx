import { Alert, List, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PriceLine, PriceRefusal, PriceWeights } from '@/api/schema'
import { sentences } from '@/ui/wording'
import classes from './PriceLines.module.css'
import { useLineText } from './useLineText'
import { WayOn } from './WayOn'

/** The weights of a shipment, and why it is charged by one of them. */
export function Weights({ weights }: { weights: PriceWeights }) {
  const { t } = useTranslation('price-lines')
  const { number, weight } = useLineText()
  const { unit, actual, volumetric, divisor, chargeable, counted_as, unmeasured } = weights
  return (
    <Text size="sm" mb="xs">
      {sentences([
        t('weights.actual', { weight: weight(actual, unit) }),
        volumetric !== null &&
          t('weights.volumetric', { weight: weight(volumetric, unit), divisor: number(divisor) }),
        t(`weights.chargeable.${counted_as}`, { weight: weight(chargeable, unit) }),
        unmeasured > 0 && t('weights.unmeasured', { count: unmeasured }),
      ])}
    </Text>
  )
}

/** All reasons why there is no price. */
export function Refusals({ refused, title }: { refused: readonly PriceRefusal[]; title: string }) {
  const { refusal } = useLineText()
  if (refused.length === 0) return null
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={title} mb="xs">
      <List size="sm">
        {refused.map((one) => (
          <List.Item key={`${one.code} ${one.value?.value}`}>
            {refusal(one)} <WayOn code={one.code} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

type LinesProps = { lines: readonly PriceLine[]; total: PriceLine['amount'] | null }

/** The charges, each with its reason, and their sum. */
export function Lines({ lines, total }: LinesProps) {
  const { t } = useTranslation('price-lines')
  const { title, explanation, money } = useLineText()
  if (lines.length === 0) return null
  return (
    <>
      {lines.map((line, at) => (
        // Lines of one kind are told apart by their place alone.
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
        <div key={`${line.code} ${line.of} ${at}`} className={classes.line}>
          <span className={classes.words}>
            {title(line)}
            <span className={classes.why}>{explanation(line)}</span>
          </span>
          <span className={classes.amount}>{money(line.amount)}</span>
        </div>
      ))}
      {total && (
        <div className={classes.total}>
          <span>{t('total')}</span>
          <span>{money(total)}</span>
        </div>
      )}
    </>
  )
}
