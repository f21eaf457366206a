import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { useOnce } from '@/ui/useOnce'
import { useStart } from './useStart'

/** Back to the mapping, or on to the import itself: as far as either can still be done. */
export function GoOn({ shown, startLabel }: { shown: Import; startLabel: string }) {
  const { t } = useTranslation('imports')
  const navigate = useNavigate()
  const start = useStart(shown.id)
  const startOnce = useOnce(start)
  return (
    <>
      {shown.can.update && (
        <Button variant="default" onClick={() => void navigate({ to: '.', search: { step: 'map' } })}>
          {t('check.change')}
        </Button>
      )}
      {shown.can.process && (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={start.isPending}
          onClick={() => startOnce({ id: shown.id })}
        >
          {startLabel}
        </Button>
      )}
    </>
  )
}
