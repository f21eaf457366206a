import { Modal, Text } from '@mantine/core'
import { IconCheck, IconMailOpened } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

const REDIRECT_AFTER_MS = 2000

type Props = {
  opened: boolean
  /** Nothing has to be proven any more. */
  isReady: boolean
  onDone(): void
}

/** Says what comes next, and goes on by itself. */
export function CreatedDialog({ opened, isReady, onDone }: Props) {
  const { t } = useTranslation(['register', 'common'])

  // biome-ignore lint/correctness/useExhaustiveDependencies: one countdown, whatever is drawn meanwhile
  useEffect(() => {
    if (!opened) return
    const timer = setTimeout(onDone, REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [opened])

  const Icon = isReady ? IconCheck : IconMailOpened
  return (
    <Modal
      opened={opened}
      onClose={onDone}
      title={t('created.title')}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Icon size={40} stroke={1.5} color="var(--mantine-primary-color-filled)" aria-hidden />
      <Text mt="xs">{isReady ? t('created.ready') : t('created.text')}</Text>
    </Modal>
  )
}
