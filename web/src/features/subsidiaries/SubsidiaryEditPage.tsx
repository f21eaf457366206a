import { Button, Skeleton } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubsidiaryShow, useSubsidiaryUpdate } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import type { Subsidiary } from '@/api/schema'
import { type Choices, useChoices } from '@/api/useChoices'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { lookOf } from './columns'
import { SubsidiaryForm } from './SubsidiaryForm'
import { useSwitch } from './useSwitch'
import { inputOf, valuesOf } from './values'

export function SubsidiaryEditPage({ id }: { id: string }) {
  const { t } = useTranslation('subsidiaries')
  const subsidiary = useSubsidiaryShow(id, { query: { staleTime: 0 } })
  const { choices, error, retry } = useChoices()
  // A form opens with what is true now, never with what a page showed a while ago.
  const fresh = subsidiary.isFetchedAfterMount ? subsidiary.data?.data : undefined
  const isReady = fresh && choices
  return (
    <ResourcePage
      title={subsidiary.data?.data.title ?? t('title')}
      // With the form: a button makes the head higher, and what stands below it would move.
      aside={isReady && <StatusBadge status={lookOf(fresh.active, t)} />}
      action={isReady && <Switch subsidiary={fresh} />}
      width="form"
    >
      {isReady && <Editing subsidiary={fresh} choices={choices} />}
      {!isReady && subsidiary.error && <LoadFailure title={t('failed')} result={subsidiary} />}
      {!isReady && !subsidiary.error && error && (
        <LoadFailure title={t('failed')} result={{ error, isFetching: false, refetch: retry }} />
      )}
      {!isReady && !subsidiary.error && !error && <Skeleton h="60vh" radius="md" />}
    </ResourcePage>
  )
}

function Editing({ subsidiary, choices }: { subsidiary: Subsidiary; choices: Choices }) {
  const { t } = useTranslation('subsidiaries')
  const update = useSubsidiaryUpdate()
  const [opened] = useState(subsidiary)
  const [initial] = useState(() => valuesOf(subsidiary))
  return (
    <SubsidiaryForm
      name={`subsidiary-${opened.id}`}
      initial={initial}
      choices={choices}
      savedText={t('saved')}
      readOnly={!opened.can.update}
      save={async (values) => {
        const version = values.version ?? opened.version
        return (await update.mutateAsync({ id: opened.id, data: { ...inputOf(values), version } })).data
      }}
    />
  )
}

function Switch({ subsidiary }: { subsidiary: Subsidiary }) {
  const { t } = useTranslation('subsidiaries')
  const change = useSwitch()
  const { active, can } = subsidiary
  if (!can.activate && !can.deactivate) return null
  const Icon = active ? IconLock : IconLockOpen
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void change(subsidiary)}
    >
      {active ? t('close.action') : t('reopen.action')}
    </Button>
  )
}
