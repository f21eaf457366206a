import { useTranslation } from 'react-i18next'
import { PageCard } from '@/ui/PageCard'
import { isRefused, listUnsettled } from './codes'
import { LeftAlert } from './LeftAlert'
import type { ScannedCodes } from './useScannedCodes'

type LeftScansProps = {
  codes: ScannedCodes
  /** The way of what was refused from here. */
  text: string
}

/**
 * Scans that were made here and had no answer when somebody else closed the record. They are sent all the same: some counted.
 * Of the others somebody has the parcels in the hand, until they say that this was seen.
 */
export function LeftScans({ codes, text }: LeftScansProps) {
  const { t } = useTranslation('scan')
  const left = listUnsettled(codes.lines)
  if (left.length === 0) return null
  const lines = left.map(({ code, refusal }) => ({
    key: code,
    text: t('left.line', { code, reason: refusal ?? t('sentAgain') }),
  }))
  const forget = () => codes.set((now) => now.filter(({ done }) => done))
  return (
    <PageCard title={t('left.title')}>
      <LeftAlert
        title={t('left.count', { count: left.length })}
        lines={lines}
        text={text}
        onSeen={left.every(isRefused) ? forget : undefined}
      />
    </PageCard>
  )
}
