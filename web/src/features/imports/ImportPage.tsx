import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { Import } from '@/api/schema'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { CheckStep } from './CheckStep'
import { IMPORT_KINDS, KindContext, useImportKind } from './kind'
import { MapStep } from './MapStep'
import { ResultStep } from './ResultStep'
import { RunStep } from './RunStep'
import { StepList } from './StepList'
import { statusLook } from './status'
import { isDiscarded, isRunning, type Step, stepOf } from './steps'

const POLL_MS = 1000

type ImportPageProps = { kind: keyof typeof IMPORT_KINDS; id: string; step: Step | undefined }

/** One import, at the step that it has come to. */
export function ImportPage({ kind, ...props }: ImportPageProps) {
  return (
    <KindContext value={IMPORT_KINDS[kind]}>
      <Page {...props} />
    </KindContext>
  )
}

function Page({ id, step: wanted }: Omit<ImportPageProps, 'kind'>) {
  const { t } = useTranslation(['imports', 'common'])
  const navigate = useNavigate()
  const { own, useShow } = useImportKind()
  const shown = useShow(id, {
    query: { refetchInterval: ({ state }) => (isRunning(state.data?.data.status) ? POLL_MS : false) },
  })
  const data = shown.data?.data
  const step = data && stepOf(data.status, wanted)

  // The address contains the shown import, so that it can be copied and found again.
  useEffect(() => {
    if (step && step !== wanted) void navigate({ to: '.', search: { step }, replace: true })
  }, [step, wanted, navigate])

  if (!data) {
    return (
      <ResourcePage title={t('one')}>
        {shown.error ? (
          <Alert color="red" role="alert">
            <Stack gap="xs" align="flex-start">
              {errorText(shown.error)}
              <Button variant="default" size="compact-sm" onClick={() => void shown.refetch()}>
                {t('common:retry')}
              </Button>
            </Stack>
          </Alert>
        ) : (
          <Skeleton height={480} radius="lg" aria-label={t('common:loading')} />
        )}
      </ResourcePage>
    )
  }
  return (
    <ResourcePage
      title={data.file_name}
      aside={<StatusBadge status={statusLook(data.status, t)} />}
      text={own ? undefined : (data.client_name ?? t('ownCompany'))}
    >
      {!isDiscarded(data.status) && <StepList current={step ?? 'map'} />}
      <Content shown={data} step={step ?? 'map'} />
    </ResourcePage>
  )
}

function Content({ shown, step }: { shown: Import; step: Step }) {
  if (isRunning(shown.status)) return <RunStep shown={shown} />
  if (step === 'map') return <MapStep key={`${shown.id}-${shown.version}`} shown={shown} />
  if (step === 'check') return <CheckStep shown={shown} />
  return <ResultStep shown={shown} />
}
