import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePartnerShow, usePartnerUpdate } from '@/api/generated/endpoints/partners/partners'
import type { Partner } from '@/api/schema'
import { type Choices, useChoices } from '@/api/useChoices'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { lookOf } from './columns'
import { PartnerForm } from './PartnerForm'
import { useSwitch } from './useSwitch'
import { inputOf, valuesOf } from './values'

export function PartnerEditPage({ id }: { id: string }) {
  const { t } = useTranslation('partners')
  const partner = usePartnerShow(id, { query: { staleTime: 0 } })
  const { choices, error, retry } = useChoices()
  // A form opens with what is true now, never with what a page showed a while ago.
  const fresh = partner.isFetchedAfterMount ? partner.data?.data : undefined
  const isReady = fresh && choices
  return (
    <ResourcePage
      title={partner.data?.data.name ?? t('title')}
      // With the form: a button makes the head higher, and what stands below it would move.
      aside={isReady && <StatusBadge status={lookOf(fresh.active, t)} />}
      action={isReady && <Switch partner={fresh} />}
      width="form"
    >
      {isReady && <Editing partner={fresh} choices={choices} />}
      {!isReady && partner.error && <LoadFailure title={t('failed')} result={partner} />}
      {!isReady && !partner.error && error && (
        <LoadFailure title={t('failed')} result={{ error, isFetching: false, refetch: retry }} />
      )}
      {!isReady && !partner.error && !error && <Skeleton h="60vh" radius="md" />}
    </ResourcePage>
  )
}

function Editing({ partner, choices }: { partner: Partner; choices: Choices }) {
  const { t } = useTranslation('partners')
  const update = usePartnerUpdate()
  const [opened] = useState(partner)
  const [initial] = useState(() => valuesOf(partner))
  return (
    <PartnerForm
      name={`partner-${opened.id}`}
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

function Switch({ partner }: { partner: Partner }) {
  const { t } = useTranslation('partners')
  const change = useSwitch()
  const { active, can } = partner
  if (!can.activate && !can.deactivate) return null
  const Icon = active ? IconCircleOff : IconCircleCheck
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void change(partner)}
    >
      {active ? t('deactivate.action') : t('activate.action')}
    </Button>
  )
}
