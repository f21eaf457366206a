import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpened } from '@/ui/dialogs/overlay'
import type { Verb } from './each'
import { Report } from './Report'
import { Running } from './Running'
import type { useEach } from './useEach'

type EachDialogProps = {
  opened: boolean
  onClose(): void
  title: string
  verb: Verb
  each: ReturnType<typeof useEach>
  /** Asks before anything is done. */
  children: ReactNode
}

/** The question, then the progress, then what became of each. */
export function EachDialog({ opened, onClose, title, verb, each, children }: EachDialogProps) {
  const { t } = useTranslation(['shipments', 'common'])
  const { outcomes, running, total, stop, forget } = each
  const over = !running && outcomes.length > 0

  function close() {
    stop()
    onClose()
    forget()
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      title={over ? t('cancel.report') : title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      closeOnClickOutside={!running}
    >
      {running && <Running done={outcomes.length} total={total} onStop={stop} />}
      {over && <Report verb={verb} outcomes={outcomes} total={total} onClose={close} />}
      {!running && !over && children}
    </Modal>
  )
}
