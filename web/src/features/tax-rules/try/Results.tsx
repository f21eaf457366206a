import { Alert, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaxAssessment } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { sumOf } from '../words/figures'
import { PaidLines } from './PaidLines'
import { Refusals } from './Refusals'
import classes from './Try.module.css'
import type { Tried } from './useTry'

type ResultsProps = { tried: Tried | undefined; isChanged: boolean }

/** The taxes that are due, on one date or on two beside each other. Takes the focus after each calculation. */
export function Results({ tried, isChanged }: ResultsProps) {
  const { t } = useTranslation('tax-try')
  const title = useRef<HTMLHeadingElement>(null)
  const count = tried?.count

  useEffect(() => {
    if (count) title.current?.focus()
  }, [count])

  return (
    <section aria-labelledby="tax-try-result" className={classes.results}>
      <Title order={2} size="h4" id="tax-try-result" ref={title} tabIndex={-1} className={classes.title}>
        {t('result')}
      </Title>
      {!tried && <Text c="dimmed">{t('none')}</Text>}
      {isChanged && (
        <Alert color="yellow" icon={<IconRefresh aria-hidden />}>
          {t('changed')}
        </Alert>
      )}
      <div className={classes.dates}>
        {tried?.assessments.map((assessment, index) => (
          <Result
            // Two answers may be of one date.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            key={index}
            assessment={assessment}
            other={tried.assessments[1 - index]}
          />
        ))}
      </div>
    </section>
  )
}

const totalOf = ({ lines }: TaxAssessment) => sumOf(lines.map(({ amount }) => amount))

type ResultProps = { assessment: TaxAssessment; other: TaxAssessment | undefined }

function Result({ assessment, other }: ResultProps) {
  const { t } = useTranslation('tax-try')
  const format = useFormat()
  const { date, lines, refused, currency, unchanged_until: until } = assessment
  const isRefused = refused.length > 0
  return (
    <article className={classes.result} aria-label={t('resultOn', { day: format.day(date) })}>
      <Title order={3} size="h5">
        {t('resultOn', { day: format.day(date) })}
      </Title>
      {isRefused && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('refused.title')}>
          <Refusals assessment={assessment} />
        </Alert>
      )}
      {!isRefused && lines.length === 0 && <Text>{t('nothingDue')}</Text>}
      {(['sender', 'addressee', 'seller'] as const).map((payer) => (
        <PaidLines key={payer} payer={payer} assessment={assessment} />
      ))}
      {!isRefused && lines.length > 0 && (
        <p className={classes.total}>
          <span>{t('total')}</span>
          <strong>{format.money(totalOf(assessment), currency)}</strong>
        </p>
      )}
      {other && !isRefused && other.refused.length === 0 && (
        <Difference assessment={assessment} other={other} />
      )}
      {!isRefused && (
        <Text size="sm" c="dimmed">
          {until ? t('unchangedUntil', { day: format.day(until) }) : t('unchanged')}
        </Text>
      )}
    </article>
  )
}

function Difference({ assessment, other }: { assessment: TaxAssessment; other: TaxAssessment }) {
  const { t } = useTranslation('tax-try')
  const format = useFormat()
  const difference = Number(totalOf(assessment)) - Number(totalOf(other))
  const way = difference === 0 ? 'same' : difference > 0 ? 'more' : 'less'
  const amount = format.money(Math.abs(difference), assessment.currency)
  return <Text size="sm">{t(`compare.${way}`, { amount, day: format.day(other.date) })}</Text>
}
