import { Button } from '@mantine/core'
import { IconBuilding, IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clientList as loadClients, useClientList } from '@/api/generated/endpoints/parties/parties'
import { PAGED } from '@/api/record-query'
import type { Client } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { usePhoneText } from '@/api/usePlaces'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientGroupChoice } from '@/shared/choices/RecordChoice'
import { AppLink } from '@/ui/AppLink'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { useListParams } from '@/ui/table/useListParams'
import { useClientActions } from './actions'
import { addActivity, type ClientRow, useActivityOf } from './activity'
import { clientColumns } from './columns'
import { clientList } from './list'
import { useClientSwitch } from './useClientSwitch'

const edit = ({ id }: Client) => paths['clients.edit']({ id })

/** People and companies that ship with the company. */
export function ClientsPage() {
  const { t } = useTranslation('clients')
  const { t: common } = useTranslation()
  const format = useFormat()
  const country = useCountryName()
  const { can } = useProfile()
  const list = useListParams(clientList)
  const actions = useClientActions()
  const ofRecord = useRecordMenu(edit, useClientSwitch())
  // The actions for the client stand between opening it and switching it off.
  const menu = (client: Client) => {
    const entries = ofRecord(client)
    return [...entries.slice(0, 1), ...actions.menu(client), ...entries.slice(1)]
  }
  const phoneText = usePhoneText()
  const columns = useMemo(
    () => clientColumns(t, common, format, country, phoneText),
    [t, common, format, country, phoneText],
  )
  return (
    <RecordList<ClientRow>
      title={t('title')}
      text={t('text')}
      action={
        <>
          {can['client.create'] && (
            <Button
              component={AppLink}
              to={paths['clients.imports.create']()}
              variant="default"
              classNames={ICON_ON_PHONE}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t('import')}
            </Button>
          )}
          <CreateLink to={paths['clients.create']()} label={t('create')} allowed={can['client.create']} />
        </>
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      filters={
        <MoreFilters count={list.values.group_id ? 1 : 0}>
          <ClientGroupChoice
            label={t('field.group')}
            placeholder={t('anyGroup')}
            withinPortal={false}
            value={list.values.group_id}
            onChange={(id) => list.setFilters({ group_id: id ?? undefined })}
          />
        </MoreFilters>
      }
      list={list}
      load={async (page, options) => addActivity(await loadClients({ ...list.query, ...page }, options))}
      result={useActivityOf(useOnceCountriesAreNamed(useClientList(list.query, PAGED)))}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={edit}
      menu={menu}
      bulk={can['client.update'] ? actions.bulk : undefined}
      empty={{ icon: IconBuilding, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}
