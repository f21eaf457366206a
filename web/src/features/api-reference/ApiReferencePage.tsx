import { Anchor, Badge, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '@/api/request'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import classes from './ApiReference.module.css'
import { type ApiDocument, type ApiOperation, findOperations, operationsOf } from './document'
import { OperationDetails } from './OperationDetails'

/** The document as this company's server publishes it. */
const useDocument = () =>
  useQuery({
    queryKey: ['openapi.json'],
    queryFn: ({ signal }) => request<ApiDocument>('/openapi.json', { signal }),
    // It changes with a release only.
    staleTime: Number.POSITIVE_INFINITY,
  })

type ApiReferencePageProps = {
  /** The call that is shown; all of them without. */
  operation?: string | undefined
  /** The words that all of them are searched for. */
  search?: string | undefined
  onSearch?(words: string): void
}

/** The calls of the API: all of them, or one with its parameters, body and answer. */
export function ApiReferencePage({ operation, search, onSearch }: ApiReferencePageProps) {
  const { t } = useTranslation('api-reference')
  const result = useDocument()
  const operations = useMemo(() => (result.data ? operationsOf(result.data) : []), [result.data])
  const shown = operations.find(({ operationId }) => operationId === operation)
  if (result.error) {
    return (
      <ResourcePage title={t('title')}>
        <LoadFailure title={t('failed')} result={result} />
      </ResourcePage>
    )
  }
  if (!result.data) {
    return (
      <ResourcePage title={t('title')}>
        <Skeleton height={300} />
      </ResourcePage>
    )
  }
  if (!shown) return <AllOperations operations={operations} first={search} onSearch={onSearch} />
  return (
    <ResourcePage title={shown.summary ?? shown.operationId} text={shown.operationId} width="form">
      <Anchor component={AppLink} to={paths['integrations.reference']()} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden /> {t('back')}
      </Anchor>
      <OperationDetails document={result.data} operation={shown} />
    </ResourcePage>
  )
}

type AllOperationsProps = {
  operations: ApiOperation[]
  /** The words when it was opened. */
  first: string | undefined
  onSearch: ApiReferencePageProps['onSearch']
}

function AllOperations({ operations, first = '', onSearch }: AllOperationsProps) {
  const { t } = useTranslation('api-reference')
  const [search, setSearch] = useState(first)
  const sought = useDeferredValue(search)
  const groups = useMemo(() => findOperations(operations, sought), [operations, sought])
  return (
    <ResourcePage title={t('title')} text={t('text')} width="form">
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value)
          onSearch?.(value)
        }}
        mb="md"
      />
      {groups.length === 0 && <EmptyState icon={IconSearchOff} title={t('empty')} />}
      <Stack gap="lg">
        {groups.map(([tag, all]) => (
          <section key={tag} aria-label={tag}>
            <Title order={2} size="h4" mb="xs">
              {tag}
            </Title>
            <ul className={classes.list}>
              {all.map((one) => (
                <OperationLink key={one.operationId} operation={one} />
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </ResourcePage>
  )
}

function OperationLink({ operation: { operationId, method, path, summary } }: { operation: ApiOperation }) {
  return (
    <li>
      <AppLink to={paths['integrations.operation']({ id: operationId })} className={classes.operation}>
        <Badge variant="light" color="gray" radius="sm" className={classes.method}>
          {method}
        </Badge>
        <span>
          <Text span inherit>
            {summary}
          </Text>
          <Text span size="xs" c="dimmed" className={classes.path}>
            {path}
          </Text>
        </span>
      </AppLink>
    </li>
  )
}
