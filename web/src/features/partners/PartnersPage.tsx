import { IconCircles } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { partnerList as loadPartners, usePartnerList } from '@/api/generated/endpoints/partners/partners'
import { PAGED } from '@/api/record-query'
import type { Partner } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { partnerColumns } from './columns'
import { partnerList } from './list'
import { usePartnerSwitch } from './usePartnerSwitch'

const edit = ({ id }: Partner) => paths['partners.edit']({ id })

/** Agents and resellers the company works with. */
export function PartnersPage() {
  const { t } = useTranslation('partners')
  const { t: common } = useTranslation()
  const format = useFormat()
  const country = useCountryName()
  const { can } = useProfile()
  const list = useListParams(partnerList)
  const columns = useMemo(() => partnerColumns(t, common, format, country), [t, common, format, country])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['partners.create']()} label={t('create')} allowed={can['partner.create']} />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadPartners({ ...list.query, ...page }, options)}
      result={useOnceCountriesAreNamed(usePartnerList(list.query, PAGED))}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={edit}
      menu={useRecordMenu(edit, usePartnerSwitch())}
      empty={{ icon: IconCircles, title: t('empty'), text: t('emptyText') }}
    />
  )
}
