import { Select } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { packageList as loadPackages, usePackageList } from '@/api/generated/endpoints/packages/packages'
import { PAGED } from '@/api/record-query'
import { type Package, packageTypeValues } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { packageColumns } from './columns'
import { packageList } from './list'
import { usePackageSwitch } from './usePackageSwitch'

const edit = ({ id }: Package) => paths['packages.edit']({ id })

/** The packaging that the company offers. */
export function PackagesPage() {
  const { t, i18n } = useTranslation('packages')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(packageList)
  const columns = useMemo(() => packageColumns(t, common, i18n, format), [t, common, i18n, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['packages.create']()} label={t('create')} allowed={can['package.create']} />
      }
      tabs={<ActiveTabs list={list} words={t('tab', { returnObjects: true })} />}
      search={t('search')}
      filters={
        <Select
          aria-label={t('field.package_type')}
          placeholder={t('field.package_type')}
          clearable
          value={list.values.package_type ?? null}
          data={packageTypeValues.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => list.setFilters({ package_type: value ?? undefined })}
        />
      }
      list={list}
      load={(page, options) => loadPackages({ ...list.query, ...page }, options)}
      result={usePackageList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ title_locale, code }) => localeText(title_locale, i18n.language) || code}
      rowTo={edit}
      menu={useRecordMenu(edit, usePackageSwitch())}
      empty={{ icon: IconBox, title: t('empty'), text: t('emptyText') }}
    />
  )
}
