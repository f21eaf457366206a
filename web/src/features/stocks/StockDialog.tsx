import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpened } from '@/ui/dialogs/overlay'
import classes from './Stocks.module.css'

type StockDialogProps = { opened: boolean; onClose(): void; title: string; children: ReactNode }

/** The frame of the dialogs of stock. */
export function StockDialog({ opened, onClose, title, children }: StockDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.form}>{children}</div>
    </Modal>
  )
}
