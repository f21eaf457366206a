import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackgroundTask } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { listed, sentences } from '@/ui/wording'
import { labelsResult } from './status'

const Lacking = lazy(() => onceOnline(() => import('./Lacking')))

type TaskProps = { task: BackgroundTask }

type Title = { count?: number; file_name?: string }

/** Which one it is of its kind: the file it reads or made, the shipments it is about. */
export function About({ task }: TaskProps) {
  const { t } = useTranslation('processes')
  const format = useFormat()
  const { count, file_name } = (task.title_params ?? {}) as Title
  if (task.kind.startsWith('invoices.')) return <OfInvoices task={task} />
  const name = task.file?.name ?? file_name
  const printed = labelsResult(task)?.printed ?? count
  return (
    <>
      {name && (
        <Text size="xs" c="dimmed" truncate title={name}>
          {name}
        </Text>
      )}
      {printed !== undefined && (
        <Text size="xs" c="dimmed">
          {t('shipments', { count: printed, number: format.number(printed) })}
        </Text>
      )}
    </>
  )
}

type InvoicesTitle = { count?: number; from?: string; to?: string }
type InvoicesResult = { drafted?: number; issued?: number; skipped?: number }

/** Which invoices they are, and how many were drafted, issued and left. */
function OfInvoices({ task }: TaskProps) {
  const { t } = useTranslation('processes')
  const format = useFormat()
  const { count, from, to } = (task.title_params ?? {}) as InvoicesTitle
  const { drafted = 0, issued = 0, skipped = 0 } = (task.result_params ?? {}) as InvoicesResult
  const texts = [
    count !== undefined && t('invoices', { count, number: format.number(count) }),
    from && to && format.days(from, to),
    drafted > 0 && t('drafted', { count: drafted }),
    issued > 0 && t('issued', { count: issued }),
    skipped > 0 && t('skipped', { count: skipped }),
  ]
  return (
    <Text size="xs" c="dimmed">
      {texts.filter(Boolean).join(' · ')}
    </Text>
  )
}

/** Codes that are named; of the others there is only the number. */
const NAMED = 5

/** Which shipments got no label. */
export function LabelsLeft({ task }: TaskProps) {
  const { t } = useTranslation('processes')
  const result = labelsResult(task)
  if (!result) return null
  const { skipped, skipped_codes, unreadable, unreadable_codes, held, held_codes, gone } = result
  return (
    <>
      {skipped > 0 && <Codes text={t('left', { count: skipped })} codes={skipped_codes} />}
      {held > 0 && <Codes text={t('held', { count: held })} codes={held_codes} />}
      {result.incomplete > 0 && (
        <Suspense>
          <Lacking result={result} />
        </Suspense>
      )}
      {unreadable > 0 && <Codes text={t('unreadable', { count: unreadable })} codes={unreadable_codes} />}
      {gone > 0 && (
        <Text size="xs" mt={6}>
          {t('gone', { count: gone })}
        </Text>
      )}
    </>
  )
}

function Codes({ text, codes }: { text: string; codes: string[] }) {
  const named = listed(codes.slice(0, NAMED))
  return (
    <Text size="xs" mt={6} title={listed(codes)}>
      {sentences([text, codes.length > NAMED ? `${named}…` : named])}
    </Text>
  )
}
