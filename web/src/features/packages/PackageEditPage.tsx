import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePackageShow, usePackageUpdate } from '@/api/generated/endpoints/packages/packages'
import type { Package } from '@/api/schema'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { offerLook } from './columns'
import { PackageForm } from './PackageForm'
import { useOffer } from './useOffer'
import { inputOf, valuesOf } from './values'

export function PackageEditPage({ id }: { id: string }) {
  const { t } = useTranslation('packages')
  const result = usePackageShow(id, { query: { staleTime: 0 } })
  // A form opens with what is true now, never with what a page showed a while ago.
  const fresh = result.isFetchedAfterMount ? result.data?.data : undefined
  return (
    <ResourcePage
      title={fresh?.code ?? t('one')}
      aside={fresh && <StatusBadge status={offerLook(fresh.active, t)} />}
      action={fresh && <Offer one={fresh} />}
      width="form"
    >
      {fresh && <Editing key={fresh.version} one={fresh} />}
      {!fresh && result.error && <LoadFailure title={t('failed')} result={result} />}
      {!fresh && !result.error && <Skeleton h="60vh" radius="md" />}
    </ResourcePage>
  )
}

function Editing({ one }: { one: Package }) {
  const { t } = useTranslation('packages')
  const update = usePackageUpdate()
  const [opened] = useState(one)
  const [initial] = useState(() => valuesOf(one))
  return (
    <PackageForm
      name={`package-${opened.id}`}
      initial={initial}
      submitLabel={t('save')}
      savedText={t('saved')}
      readOnly={!opened.can.update}
      save={async (values) => {
        const version = values.version ?? opened.version
        return (await update.mutateAsync({ id: opened.id, data: { ...inputOf(values), version } })).data
      }}
    />
  )
}

function Offer({ one }: { one: Package }) {
  const { t } = useTranslation('packages')
  const offer = useOffer()
  const Icon = one.active ? IconCircleOff : IconCircleCheck
  return (
    (one.can.activate || one.can.deactivate) && (
      <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => void offer(one)}>
        {t(one.active ? 'deactivate' : 'activate')}
      </Button>
    )
  )
}
