import { Text, Title } from '@mantine/core'
import { IconCalculator } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PriceSimulation } from '@/api/schema'
import { Lines, Refusals, Weights } from '@/shared/pricing/PriceLines'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { Costs } from './Costs'
import classes from './SimulatePage.module.css'

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
        <Refusals refused={refused} title={t('refused')} />
        <Lines lines={lines} total={total} />
      </div>
      {costs && <Costs costs={costs} />}
    </>
  )
}
