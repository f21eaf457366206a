import { Alert, List, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconCalculator } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PriceLine, PriceRefusal, PriceSimulation, PriceWeights } from '@/api/schema'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { Costs } from './Costs'
import classes from './SimulatePage.module.css'
import { useLineText } from './useLineText'

/** The price with an explanation of each line, or all reasons why there is none. */
export function Result({ simulation }: { simulation: PriceSimulation | undefined }) {
  const { t } = useTranslation('price-simulation')
  const { t: tables } = useTranslation('price-tables')
  const format = useFormat()
  if (!simulation) {
    return (
      <div className={classes.card}>
        <EmptyState icon={IconCalculator} title={t('nothing')} text={t('nothingText')} />
      </div>
    )
  }
  const { number, on, zone, weights, lines, total, refused, costs } = simulation
  return (
    <>
      <div className={classes.card}>
        <Title order={2}>{t('price')}</Title>
        <Text size="sm" c="dimmed" mb="xs">
          {[tables('versionNumber', { number }), format.day(on), zone && t('zone', { zone })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {weights && <Weights weights={weights} />}
        <Refusals refused={refused} />
        <Lines lines={lines} total={total} />
      </div>
      {costs && <Costs costs={costs} />}
    </>
  )
}

function Weights({ weights }: { weights: PriceWeights }) {
  const { t } = useTranslation('price-simulation')
  const { number } = useLineText()
  const { unit, actual, volumetric, divisor, chargeable, counted_as, unmeasured } = weights
  return (
    <Text size="sm" mb="xs">
      {t('weights.actual', { weight: number(actual), unit })}{' '}
      {volumetric !== null &&
        t('weights.volumetric', { weight: number(volumetric), unit, divisor: number(divisor) })}{' '}
      {t(`weights.chargeable.${counted_as}`, { weight: number(chargeable), unit })}{' '}
      {volumetric !== null && unmeasured > 0 && t('weights.unmeasured', { count: unmeasured })}
    </Text>
  )
}

export function Refusals({ refused }: { refused: readonly PriceRefusal[] }) {
  const { t } = useTranslation('price-simulation')
  const { refusal } = useLineText()
  if (refused.length === 0) return null
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={t('refused')} mb="xs">
      <List size="sm">
        {refused.map((one) => (
          <List.Item key={`${one.code} ${one.value?.value}`}>{refusal(one)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

type LinesProps = { lines: readonly PriceLine[]; total: PriceLine['amount'] | null }

export function Lines({ lines, total }: LinesProps) {
  const { t } = useTranslation('price-simulation')
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
      <div className={classes.total}>
        <span>{t('total')}</span>
        <span>{money(total)}</span>
      </div>
    </>
  )
}
