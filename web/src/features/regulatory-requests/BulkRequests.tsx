import { Anchor, Button, Text, Textarea } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateRegulatoryRequestList,
  regulatoryRequestChangeStatusMany,
} from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryRequestSummary, RegulatoryStepResult, RegulatoryTarget } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import type { BulkResult } from '@/blocks/bulk/useBulkRun'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { listed } from '@/ui/wording'
import { wayBack } from './way-back'

export type BulkChange = { target: RegulatoryTarget; rows: RegulatoryRequestSummary[]; clear(): void }

type BulkRequestsProps = { change: BulkChange; opened: boolean; onClose(): void }

/** Asks, changes the status of many, and says what became of each. */
export default function BulkRequests({ change, opened, onClose }: BulkRequestsProps) {
  const { t } = useTranslation(['regulatory-requests', 'regulatory', 'common'])
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [changed, setChanged] = useState<string[]>([])
  const { target, rows, clear } = change

  async function run() {
    const ids = rows.map(({ id }) => id)
    const { data } = await regulatoryRequestChangeStatusMany({ ids, status: target, note: note || null })
    void invalidateRegulatoryRequestList(client)
    setChanged(data.filter(({ done }) => done).map(({ id }) => id))
    return data.map(resultOf)
  }

  const back = wayBack(target, rows, changed)

  async function undo({ target: status, ids }: NonNullable<typeof back>) {
    const { data } = await regulatoryRequestChangeStatusMany({ ids, status, note: null })
    void invalidateRegulatoryRequestList(client)
    const left = data.filter(({ done }) => !done)
    if (left.length === 0) return notify.success(t('many.undone', { count: data.length }))
    const codes = listed(left.map(({ id, tracking_code }) => tracking_code ?? id))
    notify.warning(t('many.notUndone', { count: left.length, codes }))
  }

  function resultOf(result: RegulatoryStepResult): BulkResult {
    const { id, tracking_code, done, message, anvisa_solicita_status: status } = result
    return {
      key: id,
      name: (
        <Anchor
          component={AppLink}
          to={paths['regulatory_requests.show']({ id })}
          target="_blank"
          size="sm"
          fw={550}
        >
          {tracking_code ?? id}
        </Anchor>
      ),
      state: done ? 'done' : 'failed',
      text: message ?? (status !== null && t(`regulatory:status.${status}`)),
    }
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={(results) => {
        onClose()
        setNote('')
        if (results?.some(({ state }) => state === 'done')) clear()
      }}
      title={t(`many.title.${target}`, { count: rows.length })}
      action={{ label: t(`many.action.${target}`) }}
      run={run}
      report={{
        title: t('many.report'),
        sums: ({ done, failed }) => [
          t('many.done', { count: done }),
          failed > 0 && t('many.refused', { count: failed }),
        ],
        after: (close) =>
          back &&
          back.ids.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => {
                close()
                undo(back).catch(notify.failure)
              }}
            >
              {t('common:undo')}
            </Button>
          ),
      }}
    >
      <Text size="sm">{t('many.text')}</Text>
      <Textarea
        label={t('note')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={1000}
        rows={3}
        data-autofocus
      />
    </BulkDialog>
  )
}
