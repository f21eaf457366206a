import { Button } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mawbFlightDocuments } from '@/api/generated/endpoints/consolidation/consolidation'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import { awaitFile } from '@/ui/dialogs/awaited-files'
import { notify } from '@/ui/dialogs/notify'
import { useShowProcesses } from '@/ui/dialogs/overlay'
import classes from './FlightDocuments.module.css'

type FlightDocumentsProps = { flight: string; on: string }

/** Packs the papers and files of all waybills and CN38s on a flight. The drawer shows the work; the browser saves the file. */
export function FlightDocuments({ flight, on }: FlightDocumentsProps) {
  const { t } = useTranslation('waybills')
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const [starting, setStarting] = useState(false)

  async function start() {
    setStarting(true)
    try {
      awaitFile((await mawbFlightDocuments({ flight, on })).data.id)
      await invalidateBackgroundTaskList(client)
      showProcesses()
    } catch (error) {
      notify.failure(error)
    } finally {
      setStarting(false)
    }
  }

  return (
    <Button
      variant="default"
      size="compact-md"
      mih={44}
      h="auto"
      py={4}
      classNames={{ label: classes.wrapping }}
      loading={starting}
      leftSection={<IconFileZip size={16} aria-hidden />}
      onClick={() => void start()}
    >
      {t('flightDocuments', { flight })}
    </Button>
  )
}
