import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWebhookList } from '@/api/generated/endpoints/integrations/integrations'
import { PAGED } from '@/api/record-query'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { IntegrationTabs } from '@/shared/integrations/IntegrationTabs'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { useListParams } from '@/ui/table/useListParams'
import { useWebhookActions } from './actions'
import { webhookColumns } from './columns'
import { WEBHOOK_STATUSES, webhookList } from './list'

const WebhookDialog = lazy(() => onceOnline(() => import('./WebhookDialog')))

/** The addresses of other systems that are told what happens. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const list = useListParams(webhookList)
  const result = useWebhookList(list.query, PAGED)
  const columns = useMemo(() => webhookColumns({ t, format }), [t, format])
  const actions = useWebhookActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<Create />}
      tabs={
        <>
          <IntegrationTabs />
          <FilterTabs
            label={t('field.status')}
            value={list.values.status}
            options={[
              { value: undefined, label: t('anyStatus') },
              ...WEBHOOK_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
            ]}
            onChange={(status) => list.setFilters({ status })}
          />
        </>
      }
      search={t('search')}
      list={list}
      result={result}
      columns={columns}
      rowLabel={({ url }) => url}
      rowTo={paths['integrations.webhook']}
      menu={actions.menu}
      empty={{ icon: IconWebhook, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

/** The button of a new webhook, with its dialog. */
function Create() {
  const { t } = useTranslation('webhooks')
  const { can } = useProfile()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState(false)
  if (!can['webhook.create']) return null
  return (
    <>
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
          <WebhookDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
