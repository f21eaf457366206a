import { useTranslation } from 'react-i18next'
import { PageCard } from '@/ui/PageCard'
import StationPrinter from './StationPrinter'

export default function StationPrinterCard() {
  const { t } = useTranslation('labels')
  return (
    <PageCard title={t('title')}>
      <StationPrinter />
    </PageCard>
  )
}
