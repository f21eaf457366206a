import { Anchor, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePriceTableShow, usePriceVersionShow } from '@/api/generated/endpoints/prices/prices'
import type { PriceTable, PriceVersion } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { LinkTabs } from '@/ui/LinkTabs'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { KindBadge } from '../KindBadge'
import { useValidity } from '../useValidity'
import { VersionBadge } from '../VersionBadge'
import classes from './VersionPage.module.css'
import { NextStep, VersionSteps } from './VersionSteps'

export const VERSION_TABS = ['zones', 'surcharges', 'rules', 'check', 'files'] as const

export type OpenVersion = { table: PriceTable; version: PriceVersion }

type VersionPageProps = { table: string; id: string; children(open: OpenVersion): ReactNode }

/** The frame of the pages of one version. */
export function VersionPage({ table: tableId, id, children }: VersionPageProps) {
  const { t } = useTranslation('price-tables')
  const validity = useValidity()
  const tables = usePriceTableShow(tableId)
  const versions = usePriceVersionShow(id)
  const [table, version] = [tables.data?.data, versions.data?.data]
  const failed = [tables, versions].find(({ error }) => error)
  const base = { table: tableId, id }
  return (
    <ResourcePage
      title={
        table && version ? t('titleOfVersion', { code: table.code, number: version.number }) : t('version')
      }
      text={
        table &&
        version && (
          <Text span inherit>
            <Anchor component={AppLink} inherit to={paths['price_tables.show']({ id: tableId })}>
              {table.title}
            </Anchor>
            {` · ${validity(version)}`}
          </Text>
        )
      }
      aside={
        table &&
        version && (
          <>
            <VersionBadge status={version.status} />
            <KindBadge kind={table.kind} />
          </>
        )
      }
    >
      {table && version ? (
        <>
          {version.can.edit && <VersionSteps table={table} version={version} />}
          <LinkTabs
            label={t('tabsOfVersion')}
            tabs={[
              { to: paths['price_versions.show'](base), label: t('tab.prices') },
              ...VERSION_TABS.map((tab) => ({
                to: paths['price_versions.tab']({ ...base, tab }),
                label: t(`tab.${tab}`),
              })),
            ]}
          />
          <div className={classes.part}>{children({ table, version })}</div>
          {version.can.edit && (
            <div className={classes.next}>
              <NextStep table={table} version={version} />
            </div>
          )}
        </>
      ) : failed ? (
        <LoadFailure title={t('failed')} result={failed} />
      ) : (
        <Skeleton h="60vh" radius="md" />
      )}
    </ResourcePage>
  )
}

/** The frame while the code of a page is fetched: title, steps and tabs stay where they are. */
export function VersionPending(of: { table: string; id: string }) {
  return <VersionPage {...of}>{() => <Skeleton h="60vh" radius="md" />}</VersionPage>
}
