import { Alert, Group, Select, Skeleton, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { usePolicyExplain, useUserProfileMatrix } from '@/api/generated/endpoints/permissions/permissions'
import { useUserShow } from '@/api/generated/endpoints/users/users'
import type { ResourceName, User, UserProfileChoice } from '@/api/schema'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'
import { Explanation, type Question } from './Explanation'
import { recordSearch } from './record-options'

/** Why a user may or may not do something: asked here, answered by what guards the call itself. */
export function ExplainPanel({ userId }: { userId: string }) {
  const { t } = useTranslation(['profiles', 'shell', 'feature-flags'])
  const matrix = useUserProfileMatrix()
  const user = useUserShow(userId)
  const error = matrix.error ?? user.error
  if (error) return <Alert color="red">{errorText(error)}</Alert>
  if (!matrix.data || !user.data) return <Skeleton h={220} radius="md" />
  return (
    <Stack component="section" aria-labelledby="explain" gap="sm">
      <Title order={2} size="h4" id="explain">
        {t('explain.title')}
      </Title>
      <Asked user={user.data.data} cells={matrix.data.data} />
    </Stack>
  )
}

type AskedProps = { user: User; cells: UserProfileChoice[] }

/** The question; its answer follows as soon as it is complete. */
function Asked({ user, cells }: AskedProps) {
  const { t, i18n } = useTranslation(['profiles', 'shell', 'feature-flags'])
  const [resource, setResource] = useState<ResourceName>()
  const [action, setAction] = useState<UserProfileChoice['action']>()
  const [record, setRecord] = useState<Option | null>(null)
  const resources = [...new Set(cells.map((cell) => cell.resource))]
  const actions = cells.filter((cell) => cell.resource === resource).map((cell) => cell.action)
  const search = resource && recordSearch(resource, i18n)

  function ask(next: string | null) {
    const chosen = resources.find((one) => one === next)
    const first = cells.filter((cell) => cell.resource === chosen)
    setResource(chosen)
    setAction(first.length === 1 ? first[0]?.action : undefined)
    setRecord(null)
  }

  return (
    <>
      <Group align="flex-start" gap="sm">
        <Select
          flex="1 1 12rem"
          label={t('explain.resource')}
          placeholder={t('explain.choose')}
          searchable
          data={resources.map((one) => ({ value: one, label: t(`shell:resources.${one}`) }))}
          value={resource ?? null}
          onChange={ask}
        />
        <Select
          flex="1 1 12rem"
          label={t('explain.action')}
          placeholder={t('explain.choose')}
          searchable
          disabled={!resource}
          data={actions.map((one) => ({ value: one, label: t(`action.${one}`) }))}
          value={action ?? null}
          onChange={(next) => setAction(actions.find((one) => one === next))}
        />
        {search && (
          <div style={{ flex: '1 1 16rem' }}>
            <RemoteSelect
              key={resource}
              label={t('explain.record')}
              placeholder={t('explain.recordSearch')}
              value={record}
              onChange={setRecord}
              options={search}
            />
          </div>
        )}
      </Group>
      <div aria-live="polite">
        {resource && action && <Answer user={user} question={{ resource, action, record }} />}
      </div>
    </>
  )
}

function Answer({ user, question }: { user: User; question: Question }) {
  const { resource, action, record } = question
  const { data, error } = usePolicyExplain(
    { user: user.id, resource, action, ...(record && { id: record.id }) },
    { query: { staleTime: 0 } },
  )
  if (error) return <Alert color="red">{errorText(error)}</Alert>
  if (!data) return <Skeleton h={96} radius="md" />
  return <Explanation answer={data.data} user={user} question={question} />
}
