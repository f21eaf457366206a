import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOpened } from '@/ui/dialogs/overlay'
import StationPrinter from './StationPrinter'

type LabelPrinterDialogProps = { opened: boolean; onClose(): void }

export default function LabelPrinterDialog({ opened, onClose }: LabelPrinterDialogProps) {
  const { t } = useTranslation(['labels', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('labels:title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <StationPrinter />
    </Modal>
  )
}
