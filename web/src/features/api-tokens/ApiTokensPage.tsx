import { Anchor, Button, Text } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  apiTokenList as loadApiTokens,
  useApiTokenList,
} from '@/api/generated/endpoints/integrations/integrations'
import { PAGED } from '@/api/record-query'
import type { ApiTokenListParams } from '@/api/schema'
import { InPerson } from '@/blocks/InPerson'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { IntegrationTabs } from '@/shared/integrations/IntegrationTabs'
import { AppLink } from '@/ui/AppLink'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useApiTokenActions } from './actions'
import { apiTokenColumns } from './columns'
import { API_TOKEN_TABS, apiTokenList } from './list'

const TokenDialog = lazy(() => onceOnline(() => import('./TokenDialog')))

type TokenListState = ListState<typeof apiTokenList.defaults>

const queryOf = ({ tab, ...query }: TokenListState['query']): ApiTokenListParams => ({
  ...query,
  ended: tab === 'ended',
})

/** The tokens by which programs call the API, and where its document is. */
export function ApiTokensPage() {
  const { t } = useTranslation('api-tokens')
  const format = useFormat()
  const list = useListParams(apiTokenList)
  const query = queryOf(list.query)
  const result = useApiTokenList(query, PAGED)
  const columns = useMemo(() => apiTokenColumns({ t, format }), [t, format])
  const actions = useApiTokenActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<Create />}
      tabs={
        <>
          <IntegrationTabs />
          <Text size="sm" mb="sm">
            {t('described')}{' '}
            <Anchor component={AppLink} to={paths['integrations.reference']()} inherit>
              {t('reference')}
            </Anchor>
            {'. '}
            {t('document')}{' '}
            <Anchor href="/api/openapi.json" target="_blank" rel="noopener" inherit>
              /api/openapi.json
            </Anchor>
          </Text>
          <Tabs list={list} />
        </>
      }
      search={t('search')}
      list={list}
      load={(page, options) => loadApiTokens({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ name }) => name}
      menu={actions.menu}
      empty={{ icon: IconKey, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list }: { list: TokenListState }) {
  const { t } = useTranslation('api-tokens')
  return (
    <FilterTabs
      label={t('field.status')}
      value={list.values.tab ?? 'valid'}
      options={API_TOKEN_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      onChange={(tab) => list.setFilters({ tab })}
    />
  )
}

/** The button of a new token, with its dialog. */
function Create() {
  const { t } = useTranslation('api-tokens')
  const { can } = useProfile()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  if (!can['api_token.create']) return null
  return (
    <InPerson>
      <Button
        classNames={ICON_ON_PHONE}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => {
          setAsked(true)
          setOpened(true)
        }}
      >
        {t('create.title')}
      </Button>
      {asked && (
        <Suspense>
          <TokenDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </InPerson>
  )
}
